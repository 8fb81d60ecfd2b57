//@ verdict: undefined
//@ rule: assumed-alignment
//@ witness: ubsan
// GCC 6.59: A promised alignment must hold.
int printf(const char *, ...);
int main(void) {
    _Alignas(8) char a[16] = {0};
    char *p = __builtin_assume_aligned(a + 4, 8); //~
    printf("%d\n", *p);
}
