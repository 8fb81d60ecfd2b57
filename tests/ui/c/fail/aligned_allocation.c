//@ verdict: undefined
//@ rule: library-argument
//@ witness: none: the library returns null for what it does not support
// C17 7.22.3.1p2: An alignment that is no power of two.
int printf(const char *, ...);
void *aligned_alloc(unsigned long, unsigned long);
int main(void) {
    int *p = aligned_alloc(48, 96); //~
    printf("%d\n", p != 0);
}
