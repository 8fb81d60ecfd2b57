//@ verdict: undefined
//@ rule: unreachable
//@ witness: ubsan
// GCC 6.59: `__builtin_unreachable` must not be reached.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    if (x)
        __builtin_unreachable(); //~
    printf("%d\n", x);
}
