//@ verdict: ok
//@ prints: 3
// C17 6.3.2.3p7: An `int` lies at a multiple of 4.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    char *p = malloc(16);
    int *q = (int *)(p + 4);
    *q = 3;
    printf("%d\n", *q);
}
