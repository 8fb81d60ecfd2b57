//@ verdict: undefined
//@ rule: format-argument
//@ witness: none: formats are not checked against types
// C17 7.21.6.1p9: A `long double` wants `L`.
int printf(const char *, ...);
int main(void) {
    long double x = 1.5L;
    printf("%f\n", x); //~
}
