//@ verdict: ok
//@ prints: 3
// C17 6.5.6p8: A pointer may not leave its array by more than one.
int printf(const char *, ...);
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = a;
    p = p + 3;
    printf("%d\n", (int)(p - a));
}
