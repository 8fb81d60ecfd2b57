//@ verdict: ok
//@ prints: 4
// C17 6.7.3.1p2: A block-scope pointer counts for its block.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    {
        int *restrict p = &x;
        *p = 2;
    }
    x = 4;
    printf("%d\n", x);
}
