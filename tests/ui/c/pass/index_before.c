//@ verdict: ok
//@ prints: 1
// C17 6.5.6p8: Nor to before its first element.
int printf(const char *, ...);
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = a + 1;
    p -= 1;
    printf("%d\n", *p );
}
