//@ verdict: ok
//@ prints: 2.5
// C17 7.21.6.1p9: A `double` is no `int`.
int printf(const char *, ...);
int main(void) {
    printf("%.1f\n", 2.5);
}
