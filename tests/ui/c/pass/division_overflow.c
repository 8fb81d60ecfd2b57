//@ verdict: ok
//@ prints: 2147483647
// C17 6.5.5p6: The quotient must be representable.
int printf(const char *, ...);
int main(void) {
    int a = -2147483647 - 0, b = -1;
    printf("%d\n", a / b);
}
