//@ verdict: ok
//@ prints: 3
// C17 6.5.5p5: The divisor must not be 0.
int printf(const char *, ...);
int main(void) {
    int a = 7, b = 2;
    printf("%d\n", a / b);
}
