//@ verdict: ok
//@ prints: -2147483648
// C17 6.5p5: The difference of two `int`s must be an `int`.
int printf(const char *, ...);
int main(void) {
    int a = -2147483647, b = 1;
    printf("%d\n", a - b);
}
