//@ verdict: ok
//@ prints: 0
// C17 F.2.1: So are its bits.
int printf(const char *, ...);
union u { float f; unsigned i; };
int main(void) {
    float zero = 0;
    union u u;
    u.f = zero / 1;
    printf("%u\n", u.i);
}
