//@ verdict: ok
//@ prints: 4
// C17 6.7.3.1p10: Two `restrict` pointers may read the same object.
int printf(const char *, ...);
static int f(int *restrict p, int *restrict q) {
    int a = *p;
    return a + *q;
}
int main(void) {
    int x = 2;
    printf("%d\n", f(&x, &x));
}
