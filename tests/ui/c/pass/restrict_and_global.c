//@ verdict: ok
//@ prints: 2
// C17 6.7.3.1p4: A global is another way to the same object.
int printf(const char *, ...);
static int g = 1, h = 2;
static int f(int *restrict p) {
    *p = 5;
    return h;
}
int main(void) { printf("%d\n", f(&g)); }
