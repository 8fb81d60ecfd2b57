//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.7.9p10: Elements that nobody wrote have no value.
int printf(const char *, ...);
int main(void) {
    int a[4];
    a[0] = 1;
    printf("%d\n", a[0] + a[1]); //~
}
