//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: no sanitizer checks effective types
// C17 6.5p7: `long` and `long long` are different types, although they look alike.
int printf(const char *, ...);
int main(void) {
    long x = 1;
    long long *p = (void *)&x;
    *p = 2; //~
    printf("%ld\n", x);
}
