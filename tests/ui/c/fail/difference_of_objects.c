//@ verdict: undefined
//@ rule: pointer-difference
//@ witness: none: subtracting pointers into different objects is not checked
// C17 6.5.6p9: Only pointers into one array have a difference.
int printf(const char *, ...);
int main(void) {
    int a[4] = {0}, b[4] = {0};
    printf("%d\n", (int)(&b[3] - a)); //~
    (void)b;
}
