//@ verdict: undefined
//@ rule: format-missing
//@ witness: none: formats are not checked against arguments
// C17 7.21.6.1p2: There must be an argument for every conversion.
int printf(const char *, ...);
int main(void) {
    printf("%d %d\n", 1); //~
}
