//@ verdict: undefined
//@ rule: pointer-arithmetic
//@ witness: ubsan
// C17 6.5.6p8, J.2: The pointer that `a[0][7]` computes already leaves the row.
int printf(const char *, ...);
int main(void) {
    int a[3][5] = {{0}};
    int i = 7;
    a[0][i] = 1; //~
    printf("%d\n", a[1][4]);
}
