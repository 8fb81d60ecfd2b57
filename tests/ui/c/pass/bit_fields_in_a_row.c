//@ verdict: ok
//@ prints: 5 5
// C17 6.5.16p3: Bit-fields that share a byte are objects of their own.
int printf(const char *, ...);
static struct { unsigned a : 3, b : 3; } s;
int main(void) {
    s.b = s.a = 5;
    printf("%d %d\n", s.a, s.b);
}
