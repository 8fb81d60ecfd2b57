//@ verdict: ok
//@ prints: 2
// C17 6.5p7: `long` and `long long` are different types, although they look alike.
int printf(const char *, ...);
int main(void) {
    long x = 1;
    long *p = (void *)&x;
    *p = 2;
    printf("%ld\n", x);
}
