//@ verdict: ok
//@ prints: 1
// C17 F.3p1: Floating-point division by zero is an infinity.
int printf(const char *, ...);
int main(void) {
    double a = 1, b = 0;
    printf("%d\n", a / b > 1000);
}
