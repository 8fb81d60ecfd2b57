//@ verdict: undefined
//@ rule: temporary-write
//@ witness: none: temporary lifetime is not checked
// C17 6.2.4p8: The array in a returned struct may be read, not modified.
int printf(const char *, ...);
struct s { int a[2]; };
static struct s f(void) {
    struct s s = {{1, 2}};
    return s;
}
int main(void) {
    int x = 0;
    f().a[0] = 1; //~
    printf("%d\n", x);
}
