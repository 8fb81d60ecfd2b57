//@ verdict: ok
//@ reading: strict
//@ prints: 1
// C17 6.3.2.3p7: The conversion alone is undefined, by the text of the standard.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    char *p = malloc(16);
    int *q = (int *)(p + 4);
    printf("%d\n", q != 0);
}
