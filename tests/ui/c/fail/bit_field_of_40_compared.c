//@ verdict: unspecified
//@ rule: bit-field-type
//@ witness: none: gcc converts -1 to 40 bits, clang to 64, and both may
// C17 6.7.2.1p5: What is compared with such a bit-field is converted to its type.
int printf(const char *, ...);
static struct { unsigned long b : 40; } s;
int main(void) {
    s.b = -1;
    printf("%d\n", s.b == -1); //~
}
