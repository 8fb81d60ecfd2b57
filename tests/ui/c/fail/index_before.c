//@ verdict: undefined
//@ rule: pointer-arithmetic
//@ witness: none: only wrapping around the address space is checked
// C17 6.5.6p8: Nor to before its first element.
int printf(const char *, ...);
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = a + 1;
    p -= 2; //~
    printf("%d\n", *p * 0);
}
