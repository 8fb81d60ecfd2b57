//@ verdict: ok
//@ reading: strict
//@ prints: 1 1 1 0
// GCC 6.59: `__builtin_constant_p` is 1 for constants and 0 for what has side effects.
int printf(const char *, ...);
int main(void) {
    int x = 3;
    printf("%d %d %d %d\n", __builtin_constant_p(3 + 4), __builtin_constant_p("a"),
           __builtin_constant_p(sizeof x), __builtin_constant_p(x++));
}
