//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: msan
// C17 7.24.1p2: The library keeps to bounds as well.
int printf(const char *, ...);
void *memset(void *, int, unsigned long);
int main(void) {
    int a[2] = {1, 2};
    memset(a, 0, 12); //~
    printf("%d\n", a[1]);
}
