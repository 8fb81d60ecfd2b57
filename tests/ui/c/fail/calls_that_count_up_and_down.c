//@ verdict: unspecified
//@ rule: order
//@ witness: none: compilers choose one order
// C17 6.5.2.2p10: Counting up and counting down may overflow in one order only.
int printf(const char *, ...);
static int calls;
static int f(int x) { calls++; return x; }
static int g(int x) { calls--; return x; }
int main(void) {
    int sum = f(1) + g(2); //~
    printf("%d %d\n", sum, calls);
}
