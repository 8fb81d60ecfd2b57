//@ verdict: ok
//@ prints: 2
// C17 6.7.3.1p2: A pointer of file scope counts for the whole program.
int printf(const char *, ...);
static int x = 1;
static int *restrict p;
int main(void) {
    p = &x;
    *p = 2;
    printf("%d\n", *p);
}
