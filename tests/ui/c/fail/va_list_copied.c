//@ verdict: undefined
//@ rule: argument-list
//@ witness: asan msan
// C17 7.16.1.2p2: A copy is a list of its own.
int printf(const char *, ...);
static int f(int n, ...) {
    __builtin_va_list l, m;
    __builtin_va_start(l, n);
    int k = __builtin_va_arg(l, int) * 10 + __builtin_va_arg(m, int); //~
    __builtin_va_end(l);
    __builtin_va_end(m);
    return k;
}
int main(void) { printf("%d\n", f(1, 5)); }
