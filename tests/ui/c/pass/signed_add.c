//@ verdict: ok
//@ prints: 2147483647
// C17 6.5p5: The sum of two `int`s must be an `int`.
int printf(const char *, ...);
int main(void) {
    int a = 2147483647;
    a = a + 0;
    printf("%d\n", a);
}
