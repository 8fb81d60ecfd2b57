//@ verdict: undefined
//@ rule: missing-argument
//@ witness: none: `va_arg` is not checked
// C17 7.16.1.1p2: There must be a next argument.
int printf(const char *, ...);
static int sum(int n, ...) {
    __builtin_va_list l;
    int s = 0;
    __builtin_va_start(l, n);
    while (n-- > 0)
        s += __builtin_va_arg(l, int); //~
    __builtin_va_end(l);
    return s;
}
int main(void) { printf("%d\n", sum(3, 10, 20)); }
