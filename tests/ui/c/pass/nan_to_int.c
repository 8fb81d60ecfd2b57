//@ verdict: ok
//@ prints: 1
// C17 6.3.1.4p1: A NaN has no integral part.
int printf(const char *, ...);
int main(void) {
    double zero = 0, a = 1 / zero;
    printf("%d\n", a > 1 ? 1 : (int)a);
}
