//@ verdict: undefined
//@ rule: double-free
//@ witness: asan msan
// C17 7.22.3.5p3: `realloc` takes no released memory either.
int printf(const char *, ...);
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void free(void *);
int main(void) {
    char *p = malloc(4);
    p[0] = 3;
    free(p);
    p = realloc(p, 8); //~
    printf("%d\n", p[0]);
}
