//@ verdict: ok
//@ prints: -5
// C17 6.5.2.2p10: Two calls in one expression come in either order.
int printf(const char *, ...);
static int g = 1;
static int f(void) { g = g * 2; return g; }
static int h(void) {  return 7; }
int main(void) {
    int k = f() - h();
    printf("%d\n", k);
}
