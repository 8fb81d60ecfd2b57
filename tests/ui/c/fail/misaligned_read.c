//@ verdict: undefined
//@ rule: misaligned
//@ witness: ubsan
// C17 6.3.2.3p7: An `int` lies at a multiple of 4.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    char *p = malloc(16);
    int *q = (int *)(p + 2);
    *q = 3; //~
    printf("%d\n", *q);
}
