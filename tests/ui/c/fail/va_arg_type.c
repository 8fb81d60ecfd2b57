//@ verdict: undefined
//@ rule: variable-argument-type
//@ witness: none: `va_arg` is not checked
// C17 7.16.1.1p2: Its type must be the one asked for.
int printf(const char *, ...);
static int f(int n, ...) {
    __builtin_va_list l;
    __builtin_va_start(l, n);
    int k = __builtin_va_arg(l, int); //~
    __builtin_va_end(l);
    return k;
}
int main(void) { printf("%d\n", f(1, 5L)); }
