//@ verdict: undefined
//@ rule: bad-free
//@ witness: asan msan
// C17 7.22.3.3p2: Only what an allocation function returned may be released.
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int x = 1;
    int *p = &x;
    free(p); //~
    printf("%d\n", x);
}
