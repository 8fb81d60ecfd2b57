//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: no sanitizer checks effective types
// C17 6.5p7: Characters may read everything; not the other way round.
int printf(const char *, ...);
int main(void) {
    _Alignas(4) char a[4] = {1, 0, 0, 0};
    int x = 1;
    printf("%d\n", *(int *)a); //~
}
