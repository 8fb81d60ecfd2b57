//@ verdict: undefined
//@ rule: call-target
//@ witness: asan msan
// C17 6.5.3.2p4: A pointer to function must point to one.
int printf(const char *, ...);
static int x = 4;
static int f(void) { return 4; }
int main(void) {
    int (*p)(void) = (int (*)(void))(void *)&x;
    printf("%d %d\n", p(), x); //~
}
