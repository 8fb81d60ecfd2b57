//@ verdict: undefined
//@ rule: argument-type
//@ witness: none: calls without a prototype are not checked
// C17 6.5.2.2p6: Their promoted types must be compatible.
int printf(const char *, ...);
static int f();
int main(void) {
    int k = f(1.0); //~
    printf("%d\n", k);
}
static int f(a) int a; { return a; }
