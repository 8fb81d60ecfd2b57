//@ verdict: undefined
//@ rule: volatile-access
//@ witness: none: no sanitizer checks qualifiers
// C17 6.7.3p6: The other way round is fine.
int printf(const char *, ...);
int main(void) {
    volatile int x = 1;
    int *p = (int *)&x;
    *p = 2; //~
    printf("%d\n", x);
}
