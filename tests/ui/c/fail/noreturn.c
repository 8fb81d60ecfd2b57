//@ verdict: undefined
//@ rule: noreturn-returns
//@ witness: ubsan
// C17 6.7.4p8: A `_Noreturn` function does not return.
int printf(const char *, ...);
void exit(int);
static _Noreturn void f(int x) {
    printf("%d\n", x);
    if (!x)
        exit(0);
} //~
int main(void) { f(1); }
