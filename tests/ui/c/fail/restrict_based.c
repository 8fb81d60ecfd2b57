//@ verdict: undefined
//@ rule: restrict
//@ witness: none: no sanitizer checks `restrict`
// C17 6.7.3.1p3: What is computed from a `restrict` pointer is based on it.
int printf(const char *, ...);
static int f(int *restrict p, int *other) {
    int *q = p + 1;
    q[-1] = 7;
    return *other; //~
}
int main(void) {
    int a[2] = {1, 2};
    printf("%d\n", f(a, a));
}
