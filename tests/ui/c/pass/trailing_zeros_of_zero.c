//@ verdict: ok
//@ prints: 3
// GCC 6.59: `__builtin_ctz` of 0 is undefined.
int printf(const char *, ...);
int main(void) {
    unsigned long a = 8;
    printf("%d\n", __builtin_ctzl(a));
}
