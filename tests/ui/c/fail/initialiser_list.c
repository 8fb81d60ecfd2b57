//@ verdict: unspecified
//@ rule: order
//@ witness: none: compilers choose one order
// C17 6.7.9p23: The parts of an initialiser list come in any order.
int printf(const char *, ...);
static int n = 0, m = 0;
static int next(void) { return ++n; }
static int other(void) { return ++m; }
int main(void) {
    int a[2] = {next(), next()}; //~
    printf("%d\n", a[0] + a[1]);
}
