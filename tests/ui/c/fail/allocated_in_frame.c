//@ verdict: undefined
//@ rule: dangling-pointer
//@ witness: none: the storage is still there
// GCC 6.59: What `__builtin_alloca` gives lives until its function returns.
int printf(const char *, ...);
static int *make(int n) { int *p = __builtin_alloca(n * sizeof(int)); p[n - 1] = n; return p; }
int main(void) {
    int *p = make(3); //~
    printf("%d\n", p[2]);
}
