//@ verdict: undefined
//@ rule: function-type
//@ witness: ubsan
// C17 6.5.2.2p9: A function is called through a compatible type.
int printf(const char *, ...);
static int f(int x) { return x; }
int main(void) {
    long (*p)(int) = (long (*)(int))f;
    printf("%d\n", (int)p(3)); //~
}
