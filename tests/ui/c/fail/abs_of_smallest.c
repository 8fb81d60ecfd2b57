//@ verdict: undefined
//@ rule: absolute-overflow
//@ witness: ubsan
// C17 7.22.6.1p2: The result of `abs` must be representable.
int printf(const char *, ...);
int abs(int);
int main(void) {
    int a = -2147483647 - 1;
    printf("%d\n", abs(a)); //~
}
