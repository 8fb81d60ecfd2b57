//@ verdict: ok
//@ prints: 1
// C17 6.5.8p5: `<` orders pointers into one object only.
int printf(const char *, ...);
int main(void) {
    int a[2] = {1, 2}, b[2] = {3, 4};
    printf("%d\n", a < a + 1);
    (void)b;
}
