//@ verdict: ok
//@ prints: 1
//@ witness: none: UBSan keeps to the text of C17, compilers do not
// C17 6.5.6p8: A null pointer is in no array.
int printf(const char *, ...);
int main(void) {
    char *p = 0;
    p = p + 0;
    printf("%d\n", p == 0);
}
