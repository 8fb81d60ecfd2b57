//@ verdict: unspecified
//@ rule: order
//@ witness: none: compilers choose one order
// C17 6.5.2.2p10: A call and a read of what it writes.
int printf(const char *, ...);
static int g = 1, other = 1;
static int f(void) { g = 5; return 1; }
int main(void) {
    int k = g + f(); //~
    printf("%d\n", k);
}
