//@ verdict: undefined
//@ rule: argument-list
//@ witness: asan msan
// C17 7.16.1p3: A list must be started.
int printf(const char *, ...);
static int f(int n, ...) {
    __builtin_va_list l;
    int k = __builtin_va_arg(l, int); //~
    __builtin_va_end(l);
    return k + n;
}
int main(void) { printf("%d\n", f(1, 5)); }
