//@ verdict: ok
//@ prints: 31
// GCC 6.59: `__builtin_clz` of 0 is undefined.
int printf(const char *, ...);
int main(void) {
    unsigned a = 1;
    printf("%d\n", __builtin_clz(a));
}
