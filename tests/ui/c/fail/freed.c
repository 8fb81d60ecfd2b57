//@ verdict: undefined
//@ rule: dead-object
//@ witness: asan msan
// C17 6.2.4p2: Allocated memory ends with `free`.
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int *p = malloc(4);
    *p = 5;
    free(p);
    int x = *p; //~
    printf("%d\n", x);
}
