//@ verdict: ok
//@ prints: 3
// C17 6.7.3.1p4: What is modified through one `restrict` pointer is not accessed through another.
int printf(const char *, ...);
static int f(int *restrict p, int *restrict q) {
    *p = 1;
    return *q;
}
int main(void) {
    int x = 2, y = 3;
    printf("%d\n", f(&x, &y));
}
