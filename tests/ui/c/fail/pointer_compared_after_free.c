//@ verdict: undefined
//@ rule: dangling-pointer
//@ witness: none: only accesses are checked, not pointers
// C17 6.2.4p2: The pointer itself becomes indeterminate: it may not even be compared.
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int *p = malloc(4);
    free(p);
    printf("%d\n", p == 0); //~
}
