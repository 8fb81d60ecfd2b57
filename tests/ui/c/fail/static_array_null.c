//@ verdict: undefined
//@ rule: short-array
//@ witness: none: no sanitizer compares an argument with `static`
// C17 6.7.6.3p7: A null pointer is no array of one element.
int printf(const char *, ...);
static int is_null(int a[static 1]) { return a == 0; } //~
int main(void) {
    printf("%d\n", is_null(0));
}
