//@ verdict: undefined
//@ rule: argument-list
//@ witness: none: on this machine the list is a pointer that moves
// C17 7.21.6.8p2: What a list is after vprintf is indeterminate.
typedef __builtin_va_list va_list;
int printf(const char *, ...);
int vprintf(const char *, va_list);
static int both(const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    vprintf(format, list);
    int value = __builtin_va_arg(list, int); //~
    __builtin_va_end(list);
    return value;
}
int main(void) { printf("%d\n", both("%d ", 4, 5)); }
