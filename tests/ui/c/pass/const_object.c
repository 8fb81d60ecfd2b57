//@ verdict: ok
//@ prints: 2
// C17 6.7.3p6: An object defined as `const` may not be written.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    int *p = (int *)&x;
    *p = 2;
    printf("%d\n", *p);
}
