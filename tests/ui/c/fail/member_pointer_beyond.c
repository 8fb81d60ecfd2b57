//@ verdict: undefined
//@ rule: subobject-bounds
//@ reading: strict
//@ witness: none: bounds within an object are not checked
// C17 6.5.6p8: `&s.m` reaches the member only, by the stricter reading.
int printf(const char *, ...);
struct s { int a, b; };
int main(void) {
    struct s s = {1, 2};
    int *p = &s.a;
    p = p + 1;
    printf("%d\n", *p); //~
}
