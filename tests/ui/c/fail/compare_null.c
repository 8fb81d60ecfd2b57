//@ verdict: undefined
//@ rule: pointer-comparison
//@ witness: none: comparing pointers into different objects is not checked
// C17 6.5.8p5: Null is not ordered with anything.
int printf(const char *, ...);
int main(void) {
    int a[2] = {1, 2};
    int *n = 0;
    printf("%d\n", a > n); //~
}
