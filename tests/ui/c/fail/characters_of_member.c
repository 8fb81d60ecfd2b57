//@ verdict: undefined
//@ rule: subobject-bounds
//@ reading: strict
//@ witness: none: bounds within an object are not checked
// C17 6.3.2.3p7: Characters of an array in a struct end with the array, by the stricter reading.
int printf(const char *, ...);
struct s { int a[2]; int b; };
int main(void) {
    struct s s = {{1, 2}, 3};
    unsigned char *p = (unsigned char *)s.a;
    printf("%d\n", p[8]); //~
}
