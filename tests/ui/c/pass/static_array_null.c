//@ verdict: ok
//@ prints: 0
// C17 6.7.6.3p7: A null pointer is no array of one element.
int printf(const char *, ...);
static int is_null(int a[static 1]) { return a == 0; }
int main(void) {
    int x = 0;
    printf("%d\n", is_null(&x));
}
