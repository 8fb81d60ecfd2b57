//@ verdict: undefined
//@ rule: const-write
//@ witness: none: a local `const` object is writable storage
// C17 6.7.3p6: Library functions write too.
int printf(const char *, ...);
void *memset(void *, int, unsigned long);
int main(void) {
    const int a[2] = {1, 2};
    memset((void *)a, 0, sizeof a); //~
    printf("%d\n", a[0]);
}
