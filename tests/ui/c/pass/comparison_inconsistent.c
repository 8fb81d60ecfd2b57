//@ verdict: ok
//@ prints: 3
// C17 7.22.5p4: A function that compares elements of one array gives consistent results.
int printf(const char *, ...);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
static int later(const void *a, const void *b) {
    return *(const int *)a < *(const int *)b ? 1 : -1;
}
int main(void) {
    int a[3] = {2, 3, 1};
    qsort(a, 3, sizeof *a, later);
    printf("%d\n", a[0]);
}
