//@ verdict: unspecified
//@ rule: order
//@ witness: none: compilers choose one order
// C17 6.5.16.2p3: A call in the operand comes before all of `x += f()`; in `x = x + f()` it need not.
int printf(const char *, ...);
static int g = 1;
static int f(void) { g = 10; return 1; }
int main(void) {
    g = g + f(); //~
    printf("%d\n", g);
}
