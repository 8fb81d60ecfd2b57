//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 7.22.3.4p2: `malloc` gives memory without values, `calloc` zeros.
int printf(const char *, ...);
void *malloc(unsigned long);
void *calloc(unsigned long, unsigned long);
int main(void) {
    int *p = malloc(4);
    printf("%d\n", *p); //~
}
