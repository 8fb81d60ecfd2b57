//@ verdict: undefined
//@ rule: argument-count
//@ witness: none: calls without a prototype are not checked
// C17 6.5.2.2p6: Without a prototype, arguments must still be as many as parameters.
int printf(const char *, ...);
static int f();
int main(void) {
    int k = f(1); //~
    printf("%d\n", k);
}
static int f(a, b) int a, b; { return a; }
