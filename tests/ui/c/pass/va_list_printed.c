//@ verdict: ok
//@ prints: 4 4
// C17 7.21.6.8p2: A copy of a list is used up.
typedef __builtin_va_list va_list;
int printf(const char *, ...);
int vprintf(const char *, va_list);
static int both(const char *format, ...) {
    va_list list, copy;
    __builtin_va_start(list, format);
    __builtin_va_copy(copy, list);
    vprintf(format, copy);
    __builtin_va_end(copy);
    int value = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return value;
}
int main(void) { printf("%d\n", both("%d ", 4, 5)); }
