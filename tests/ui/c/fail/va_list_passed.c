//@ verdict: undefined
//@ rule: argument-list
//@ witness: none: on this machine the list is a pointer that moves
// C17 7.16p3: A list was passed to a function that moved it on.
typedef __builtin_va_list va_list;
int printf(const char *, ...);
static int next(va_list list) { return __builtin_va_arg(list, int); }
static int both(int n, ...) {
    va_list list;
    __builtin_va_start(list, n);
    int value = next(list);
    value = value * 10 + __builtin_va_arg(list, int); //~
    __builtin_va_end(list);
    return value;
}
int main(void) { printf("%d\n", both(2, 4, 5)); }
