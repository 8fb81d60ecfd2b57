//@ verdict: ok
//@ prints: 5
// C17 6.5.6p8: A loop that runs down to the first element must not step before it.
int printf(const char *, ...);
int main(void) {
    int a[3] = {1, 2, 3}, sum = 0;
    for (int *p = a + 2; p != a; p--)
        sum += *p;
    printf("%d\n", sum);
}
