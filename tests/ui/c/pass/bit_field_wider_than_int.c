//@ verdict: ok
//@ prints: ffffffffff00
// C17 6.7.2.1p5: Which type a bit-field wider than `int` has is left to the compiler.
int printf(const char *, ...);
static struct { unsigned long long b : 40; } s;
int main(void) {
    s.b = 0xffffffffff;
    printf("%llx\n", (unsigned long long)s.b << 8);
}
