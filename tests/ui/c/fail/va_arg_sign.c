//@ verdict: undefined
//@ rule: variable-argument-type
//@ witness: none: `va_arg` is not checked
// C17 7.16.1.1p2: Signed and unsigned of one type pass, if the value is one of both.
int printf(const char *, ...);
static int f(int n, ...) {
    __builtin_va_list l;
    __builtin_va_start(l, n);
    unsigned k = __builtin_va_arg(l, unsigned); //~
    __builtin_va_end(l);
    return k > 3;
}
int main(void) { printf("%d\n", f(1, -5)); }
