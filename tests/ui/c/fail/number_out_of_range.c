//@ verdict: undefined
//@ rule: library-argument
//@ witness: none: `atoi` gives some number
// C17 7.22.1p1: `atoi` of a number that is none of `int` is undefined.
int printf(const char *, ...);
int atoi(const char *);
int main(void) {
    printf("%d\n", atoi("99999999999999999999")); //~
}
