//@ verdict: undefined
//@ rule: subobject-bounds
//@ reading: strict
//@ witness: none: bounds within an object are not checked
// C17 6.5.6p8: An array of one element at the end of a struct is no flexible one, by the text of the standard.
int printf(const char *, ...);
void *malloc(unsigned long);
struct s { int n; int a[1]; };
int main(void) {
    struct s *p = malloc(sizeof(struct s) + 2 * sizeof(int));
    int i = 1;
    p->a[i] = 5; //~
    printf("%d\n", p->a[0] * 0);
}
