//@ verdict: ok
//@ prints: 3
// GCC 6.59: What `__builtin_alloca` gives lives until its function returns.
int printf(const char *, ...);
static int last(int *p, int n) { return p[n - 1]; }
int main(void) {
    int n = 3;
    int *p;
    {
        p = __builtin_alloca(n * sizeof(int));
        p[n - 1] = n;
    }
    printf("%d\n", last(p, n));
}
