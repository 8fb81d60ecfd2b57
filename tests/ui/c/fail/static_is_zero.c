//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.7.9p10: Static objects start with zeros.
int printf(const char *, ...);
int main(void) {
    int a[3];
    printf("%d\n", a[2]); //~
}
