//@ verdict: undefined
//@ rule: format-argument
//@ witness: none: formats are not checked against types
// C17 7.21.6.1p9: A `double` is no `int`.
int printf(const char *, ...);
int main(void) {
    printf("%d\n", 2.5); //~
}
