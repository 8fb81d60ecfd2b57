//@ verdict: unspecified
//@ rule: open-value
//@ reading: strict
//@ witness: none: without optimisation it is 0
// GCC 6.59: `__builtin_constant_p` of a variable is whether the optimiser knows its value.
int printf(const char *, ...);
int main(void) {
    int x = 3;
    if (__builtin_constant_p(x)) //~
        printf("known\n");
    printf("end\n");
}
