//@ verdict: ok
//@ prints: 5
// C17 6.7.3.1p7: Parts that do not overlap do not matter.
int printf(const char *, ...);
static void copy(int n, int *restrict p, int *restrict q) {
    while (n-- > 0)
        *p++ = *q++;
}
int main(void) {
    int d[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    copy(5, d + 5, d);
    printf("%d\n", d[9]);
}
