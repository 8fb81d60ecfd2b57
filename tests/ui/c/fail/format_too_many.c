//@ verdict: undefined
//@ rule: format-missing
//@ witness: none: formats are not checked against arguments
// C17 7.21.6.1p2: Arguments left over are evaluated and ignored.
int printf(const char *, ...);
int main(void) {
    printf("%d %d %d\n", 1, 2); //~
}
