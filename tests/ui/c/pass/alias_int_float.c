//@ verdict: ok
//@ prints: 1
// C17 6.5p7: An `int` may not be read as a `float`.
int printf(const char *, ...);
int main(void) {
    int x = 0;
    unsigned *p = (void *)&x;
    printf("%d\n", *p == 0);
}
