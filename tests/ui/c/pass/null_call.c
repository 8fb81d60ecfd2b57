//@ verdict: ok
//@ prints: 3
// C17 6.5.3.2p4: Nor is it a function.
int printf(const char *, ...);
static int f(void) { return 3; }
int main(void) {
    int (*p)(void) = f;
    printf("%d\n", p());
}
