//@ verdict: ok
//@ prints: 3
// C17 6.7.6.3p7: `[static n]` asks for an argument with at least `n` elements.
int printf(const char *, ...);
static int sum(const int a[static 2]) { return a[0] + a[1]; }
int main(void) {
    int two[2] = { 1, 2 };
    printf("%d\n", sum(two));
}
