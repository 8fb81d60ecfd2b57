//@ verdict: unspecified
//@ rule: order
//@ witness: none: compilers choose one order
// C17 6.5.2.2p10: The order of two calls matters if one reads what the other counts.
int printf(const char *, ...);
static int calls;
static int f(int x) { calls++; return x; }
static int g(int x) { calls++; return x + calls; }
int main(void) {
    int sum = f(1) + g(2); //~
    printf("%d %d\n", sum, calls);
}
