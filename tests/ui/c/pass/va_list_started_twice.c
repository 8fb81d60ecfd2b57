//@ verdict: ok
//@ prints: 4
// C17 7.16.1.4p4: A list is started again after va_end.
typedef __builtin_va_list va_list;
int printf(const char *, ...);
static int first(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    __builtin_va_end(list);
    __builtin_va_start(list, n);
    int value = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return value;
}
int main(void) { printf("%d\n", first(1, 4)); }
