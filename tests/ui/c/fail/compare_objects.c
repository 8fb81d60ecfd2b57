//@ verdict: undefined
//@ rule: pointer-comparison
//@ witness: none: comparing pointers into different objects is not checked
// C17 6.5.8p5: `<` orders pointers into one object only.
int printf(const char *, ...);
int main(void) {
    int a[2] = {1, 2}, b[2] = {3, 4};
    printf("%d\n", a < b); //~
    (void)b;
}
