//@ verdict: ok
//@ prints: 5
//@ prints: 0
// C17 6.2.4p2: A local ends with its block.
int printf(const char *, ...);
static int *p;
static int deref(void) { return 0; }
int main(void) {
    {
        int x = 5;
        p = &x;
        printf("%d\n", *p);
    }
    int *q = 0;
    printf("%d\n", q == 0 ? deref() : 1);
}
