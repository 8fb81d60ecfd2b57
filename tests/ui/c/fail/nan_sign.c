//@ verdict: unspecified
//@ rule: nan-bits
//@ witness: none: the processor has one NaN
// C17 F.2.1: The sign of a NaN that an operation makes is open.
int printf(const char *, ...);
int main(void) {
    double zero = 0, n = zero / zero;
    printf("%f\n", n); //~
}
