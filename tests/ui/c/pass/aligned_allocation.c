//@ verdict: ok
//@ prints: 0 7
// C17 7.22.3.1p2: An alignment that is supported.
int printf(const char *, ...);
void *aligned_alloc(unsigned long, unsigned long);
void free(void *);
int main(void) {
    int *p = aligned_alloc(64, 128);
    if (!p) return 1;
    *p = 7;
    printf("%d %d\n", (int)((unsigned long)p & 63), *p);
    free(p);
}
