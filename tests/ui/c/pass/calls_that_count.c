//@ verdict: ok
//@ prints: 3 3
// C17 6.5.2.2p10: The order of two calls does not matter if both only count.
int printf(const char *, ...);
static int calls;
static int f(int x) { calls++; return x; }
static int g(int x) { calls += 2; return x; }
int main(void) {
    int sum = f(1) + g(2);
    printf("%d %d\n", sum, calls);
}
