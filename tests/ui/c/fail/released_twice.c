//@ verdict: undefined
//@ rule: double-free
//@ witness: asan
// C17 7.22.3.3p2: What was released is not released again.
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int *p = malloc(4);
    *p = 5;
    printf("%d\n", *p);
    free(p);
    free(p); //~
}
