//@ verdict: ok
//@ prints: 1
// C17 6.7.2.1p5: What is compared with such a bit-field is converted to its type.
int printf(const char *, ...);
static struct { unsigned long b : 40; } s;
int main(void) {
    s.b = 1;
    printf("%d\n", s.b == 1);
}
