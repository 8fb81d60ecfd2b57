//@ verdict: undefined
//@ rule: dangling-pointer
//@ witness: none: only accesses are checked, not pointers
// C17 6.2.4p2: A local ends with its block.
int printf(const char *, ...);
static int *p;
static int deref(void) { return *p; }
int main(void) {
    {
        int x = 5;
        p = &x;
        printf("%d\n", *p);
    }
    int *q = p; //~
    printf("%d\n", q == 0 ? deref() : 1);
}
