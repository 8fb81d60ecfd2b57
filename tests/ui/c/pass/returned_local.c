//@ verdict: ok
//@ prints: 3
// C17 6.2.4p2: The address of a local is of no use to the caller.
int printf(const char *, ...);
static int *f(void) {
    static int x = 3;
    int *p = &x;
    return p;
}
int main(void) {
    int *p = f();
    printf("%d\n", *p);
}
