//@ verdict: undefined
//@ rule: subobject-bounds
//@ witness: ubsan
// C17 6.5.6p8, J.2: An array in a struct ends where its declaration says.
int printf(const char *, ...);
struct s { int a[2]; int b[2]; };
int main(void) {
    struct s s = {{1, 2}, {3, 4}};
    int i = 2;
    printf("%d\n", s.a[i]); //~
}
