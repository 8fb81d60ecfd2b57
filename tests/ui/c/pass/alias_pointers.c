//@ verdict: ok
//@ reading: strict
//@ prints: 1
// C17 6.5p7: Pointers to different types are different types, by the text of the standard.
int printf(const char *, ...);
int main(void) {
    int x = 1, *p = &x;
    int **q = (void *)&p;
    printf("%d\n", *q != 0);
}
