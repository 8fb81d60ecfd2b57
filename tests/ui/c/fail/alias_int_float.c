//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: no sanitizer checks effective types
// C17 6.5p7: An `int` may not be read as a `float`.
int printf(const char *, ...);
int main(void) {
    int x = 0;
    float *p = (void *)&x;
    printf("%d\n", *p == 0); //~
}
