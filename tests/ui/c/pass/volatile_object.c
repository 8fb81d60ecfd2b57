//@ verdict: ok
//@ prints: 1
// C17 6.7.3p6: A volatile object is accessed through volatile lvalues only.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    int *p = (int *)&x;
    printf("%d\n", *p);
}
