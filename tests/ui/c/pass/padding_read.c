//@ verdict: ok
//@ prints: 1
// C17 6.2.6.1p6: The bytes between members are unspecified after a store to the struct.
int printf(const char *, ...);
struct s { char c; int i; };
int main(void) {
    struct s s = {1, 2}, t;
    t = s;
    unsigned char *p = (unsigned char *)&t;
    printf("%d\n", p[0]);
}
