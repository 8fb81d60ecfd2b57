//@ verdict: ok
//@ prints: 0
// C17 6.2.4p2: The pointer itself becomes indeterminate: it may not even be compared.
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int *p = malloc(4);
    printf("%d\n", p == 0);
    free(p);
}
