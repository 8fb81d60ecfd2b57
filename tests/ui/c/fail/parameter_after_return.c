//@ verdict: undefined
//@ rule: dead-object
//@ witness: asan
// C17 6.2.4p6: Parameters end with their call.
int printf(const char *, ...);
static int *f(int a, int *b) { int *p = &a; return a > 0 ? p : b; }
int main(void) {
    int y = 9;
    printf("%d\n", *f(1, &y)); //~
}
