//@ verdict: undefined
//@ rule: float-to-integer
//@ witness: ubsan
// C17 6.3.1.4p1: x87 numbers are converted exactly.
int printf(const char *, ...);
int main(void) {
    long double a = 9223372036854775807.0L;
    a += 1;
    printf("%ld\n", (long)a); //~
}
