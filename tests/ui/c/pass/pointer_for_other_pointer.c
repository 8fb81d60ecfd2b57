//@ verdict: ok
//@ prints: 1
// C17 6.5.2.2p6: As compilers have it, a pointer to an object passes for another.
int printf(const char *, ...);
static int is_null();
int main(void) {
    printf("%d\n", is_null((void *)0));
}
static int is_null(p) double *p; { return p == 0; }
