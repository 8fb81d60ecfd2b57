//@ verdict: ok
//@ prints: 3
//@ witness: none: MSan asks for a value even where none is used
// C17 6.9.1p12: Unless nobody uses it.
int printf(const char *, ...);
static int f(int x) {
    if (x)
        return 1;
}
int main(void) {
    int k = 3;
    f(0);
    printf("%d\n", k);
}
