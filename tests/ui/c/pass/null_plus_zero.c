//@ verdict: ok
//@ reading: strict
//@ prints: 1
// C17 6.5.6p8: Not even 0 may be added, by the text of C17.
int printf(const char *, ...);
int main(void) {
    char c = 0, *p = &c;
    int zero = 0;
    p = p + zero;
    printf("%d\n", p != 0);
}
