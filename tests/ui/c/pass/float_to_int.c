//@ verdict: ok
//@ prints: 2147483647
// C17 6.3.1.4p1: The integral part must be one of the integer type's values.
int printf(const char *, ...);
int main(void) {
    double a = 2147483647.5;
    a += 0;
    printf("%d\n", (int)a);
}
