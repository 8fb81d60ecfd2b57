//@ verdict: ok
//@ prints: 0
// C17 6.5.9p6: Whether one object follows another is nobody's business.
int printf(const char *, ...);
int main(void) {
    int a[1] = {1}, b[1] = {2};
    printf("%d\n", a + 0 == b);
}
