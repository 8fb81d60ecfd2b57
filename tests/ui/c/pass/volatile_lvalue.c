//@ verdict: ok
//@ prints: 2
// C17 6.7.3p6: The other way round is fine.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    volatile int *p = (int *)&x;
    *p = 2;
    printf("%d\n", x);
}
