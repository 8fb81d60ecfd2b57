//@ verdict: undefined
//@ rule: pointer-difference
//@ witness: none: subtracting pointers into different objects is not checked
// C17 6.5.6p9: The distance must be a whole number of elements.
int printf(const char *, ...);
struct s { char c[3]; };
int main(void) {
    struct s a[4] = {{{0}}};
    struct s *p = (struct s *)((char *)a + 4);
    printf("%d\n", (int)(p - a)); //~
}
