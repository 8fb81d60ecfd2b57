//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5.2.2p10: Arguments have no order between them.
int printf(const char *, ...);
static int f(int a, int b) { return a * 10 + b; }
int main(void) {
    int i = 1, j = 5;
    printf("%d\n", f(i++, i++)); //~
}
