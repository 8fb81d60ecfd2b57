//@ verdict: ok
//@ prints: 1
// C17 6.5.6p8, J.2: The pointer that `a[0][7]` computes already leaves the row.
int printf(const char *, ...);
int main(void) {
    int a[3][5] = {{0}};
    int i = 4;
    a[1][i] = 1;
    printf("%d\n", a[1][4]);
}
