//@ verdict: undefined
//@ rule: missing-return
//@ witness: msan
// C17 6.9.1p12: Unless nobody uses it.
int printf(const char *, ...);
static int f(int x) {
    if (x)
        return 1;
}
int main(void) {
    int k = 3;
    k = f(0); //~
    printf("%d\n", k);
}
