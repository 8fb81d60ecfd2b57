//@ verdict: undefined
//@ rule: missing-return
//@ witness: msan
// C17 6.9.1p12: The value of a function that returned none may not be used.
int printf(const char *, ...);
static int f(int x) {
    if (x)
        return 1;
}
int main(void) { printf("%d\n", f(0)); } //~
