//@ verdict: ok
//@ prints: 0
// C17 6.7.9p10: Static objects start with zeros.
int printf(const char *, ...);
int main(void) {
    static int a[3];
    printf("%d\n", a[2]);
}
