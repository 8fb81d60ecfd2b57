//@ verdict: undefined
//@ rule: effective-type
//@ reading: strict
//@ witness: none: no sanitizer checks effective types
// C17 6.5p7: Pointers to different types are different types, by the text of the standard.
int printf(const char *, ...);
int main(void) {
    int x = 1, *p = &x;
    float **q = (void *)&p;
    printf("%d\n", *q != 0); //~
}
