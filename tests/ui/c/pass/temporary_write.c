//@ verdict: ok
//@ prints: 1
// C17 6.2.4p8: The array in a returned struct may be read, not modified.
int printf(const char *, ...);
struct s { int a[2]; };
static struct s f(void) {
    struct s s = {{1, 2}};
    return s;
}
int main(void) {
    int x = 0;
    x = f().a[0];
    printf("%d\n", x);
}
