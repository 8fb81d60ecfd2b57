//@ verdict: ok
//@ prints: 0
// C17 7.24.1p2: The library keeps to bounds as well.
int printf(const char *, ...);
void *memset(void *, int, unsigned long);
int main(void) {
    int a[2] = {1, 2};
    memset(a, 0, 8);
    printf("%d\n", a[1]);
}
