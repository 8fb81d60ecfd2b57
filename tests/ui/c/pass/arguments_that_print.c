//@ verdict: ok
//@ prints: ab195
// C17 6.5.2.2p10: What is printed first depends on the order of arguments.
int printf(const char *, ...);
int putchar(int);
static int f(int a, int b) { return a + b; }
int main(void) {
    int first = putchar('a');
    printf("%d\n", f(first, putchar('b')));
}
