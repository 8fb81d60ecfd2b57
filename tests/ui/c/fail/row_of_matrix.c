//@ verdict: undefined
//@ rule: subobject-bounds
//@ witness: ubsan
// C17 6.5.6p8, J.2: `a[0][7]` is undefined even where `a[1][2]` is.
int printf(const char *, ...);
int main(void) {
    int a[3][5] = {{0}};
    int i = 5;
    a[0][i] = 1; //~
    printf("%d\n", a[0][4]);
}
