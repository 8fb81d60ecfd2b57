//@ verdict: undefined
//@ rule: argument-list
//@ witness: none: `va_list`s are not checked
// C17 7.16.1.3p2: After `va_end` it is of no use.
int printf(const char *, ...);
static int f(int n, ...) {
    __builtin_va_list l;
    __builtin_va_start(l, n);
    int k = __builtin_va_arg(l, int);
    __builtin_va_end(l);
    k += __builtin_va_arg(l, int); //~
    return k;
}
int main(void) { printf("%d\n", f(1, 5, 6)); }
