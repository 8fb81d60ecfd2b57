//@ verdict: undefined
//@ rule: division-by-zero
//@ witness: ubsan
// C17 F.3p1: Floating-point division by zero is an infinity.
int printf(const char *, ...);
int main(void) {
    int a = 1, b = 0;
    printf("%d\n", a / b > 1000); //~
}
