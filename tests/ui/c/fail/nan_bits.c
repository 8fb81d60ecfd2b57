//@ verdict: unspecified
//@ rule: nan-bits
//@ witness: none: the processor has one NaN
// C17 F.2.1: So are its bits.
int printf(const char *, ...);
union u { float f; unsigned i; };
int main(void) {
    float zero = 0;
    union u u;
    u.f = zero / zero;
    printf("%u\n", u.i); //~
}
