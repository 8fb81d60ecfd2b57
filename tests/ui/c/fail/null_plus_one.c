//@ verdict: undefined
//@ rule: null-arithmetic
//@ witness: ubsan
// C17 6.5.6p8: A null pointer is in no array.
int printf(const char *, ...);
int main(void) {
    char *p = 0;
    p = p + 1; //~
    printf("%d\n", p == 0);
}
