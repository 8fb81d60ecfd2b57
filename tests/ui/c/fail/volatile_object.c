//@ verdict: undefined
//@ rule: volatile-access
//@ witness: none: no sanitizer checks qualifiers
// C17 6.7.3p6: A volatile object is accessed through volatile lvalues only.
int printf(const char *, ...);
int main(void) {
    volatile int x = 1;
    int *p = (int *)&x;
    printf("%d\n", *p); //~
}
