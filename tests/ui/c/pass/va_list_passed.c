//@ verdict: ok
//@ prints: 45
// C17 7.16p3: A pointer to a list may be passed, and the list be used afterwards.
typedef __builtin_va_list va_list;
int printf(const char *, ...);
static int next(va_list *list) { return __builtin_va_arg(*list, int); }
static int both(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    int value = next(&list);
    value = value * 10 + __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return value;
}
int main(void) { printf("%d\n", both(2, 4, 5)); }
