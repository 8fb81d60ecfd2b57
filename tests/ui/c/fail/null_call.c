//@ verdict: undefined
//@ rule: null-dereference
//@ witness: asan msan
// C17 6.5.3.2p4: Nor is it a function.
int printf(const char *, ...);
static int f(void) { return 3; }
int main(void) {
    int (*p)(void) = 0;
    printf("%d\n", p()); //~
}
