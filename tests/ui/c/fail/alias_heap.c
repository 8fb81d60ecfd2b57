//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: no sanitizer checks effective types
// C17 6.5p6: Allocated memory has the type that was stored last.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    void *p = malloc(4);
    *(int *)p = 1;
    printf("%d\n", *(float *)p > 1); //~
}
