//@ verdict: undefined
//@ rule: dead-object
//@ witness: none: the storage is still there
// C17 6.2.4p8: It lives until the end of the full expression.
int printf(const char *, ...);
struct s { int a[2]; };
static struct s f(void) {
    struct s s = {{1, 2}};
    return s;
}
int main(void) {
    int *p = f().a, y = 1;
    printf("%d\n", *p); //~
}
