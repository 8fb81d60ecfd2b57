//@ verdict: undefined
//@ rule: count-of-zero
//@ witness: ubsan
// GCC 6.59: `__builtin_ctz` of 0 is undefined.
int printf(const char *, ...);
int main(void) {
    unsigned long a = 0;
    printf("%d\n", __builtin_ctzl(a)); //~
}
