//@ verdict: undefined
//@ rule: null-arithmetic
//@ reading: strict
//@ witness: ubsan
// C17 6.5.6p8: Not even 0 may be added, by the text of C17.
int printf(const char *, ...);
int main(void) {
    char c = 0, *p = 0;
    int zero = 0;
    p = p + zero; //~
    printf("%d\n", p != 0);
}
