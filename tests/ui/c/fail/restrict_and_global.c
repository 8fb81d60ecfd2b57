//@ verdict: undefined
//@ rule: restrict
//@ witness: none: no sanitizer checks `restrict`
// C17 6.7.3.1p4: A global is another way to the same object.
int printf(const char *, ...);
static int g = 1, h = 2;
static int f(int *restrict p) {
    *p = 5;
    return g; //~
}
int main(void) { printf("%d\n", f(&g)); }
