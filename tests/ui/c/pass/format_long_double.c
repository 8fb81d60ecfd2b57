//@ verdict: ok
//@ prints: 1.500000
// C17 7.21.6.1p9: A `long double` wants `L`.
int printf(const char *, ...);
int main(void) {
    long double x = 1.5L;
    printf("%Lf\n", x);
}
