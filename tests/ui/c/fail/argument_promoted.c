//@ verdict: undefined
//@ rule: argument-type
//@ witness: none: calls without a prototype are not checked
// C17 6.5.2.2p6: A `float` parameter of an old definition takes the promoted `double`.
int printf(const char *, ...);
static int f();
int main(void) {
    int k = f(1); //~
    printf("%d\n", k);
}
static int f(a) float a; { return a > 1; }
