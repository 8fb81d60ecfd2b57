//@ verdict: ok
//@ reading: strict
//@ prints: 5 6
// C17 6.5.6p8: What lies behind the last element is not evaluated, not even for a pointer to its start;
// 6.5.3.2p3 excuses `&a[3]` alone.
int printf(const char *, ...);
int main(void) {
    int a[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    int i = 3;
    int (*end)[2] = &a[i], *p = &a[i - 1][0];
    printf("%d %d\n", *p, end[-1][1]);
}
