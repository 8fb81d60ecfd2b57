//@ verdict: undefined
//@ rule: uninitialised
//@ witness: none: the value is not used to decide anything
// C17 6.2.4p6: Without an initialiser, the object becomes indeterminate each time its declaration is reached.
int printf(const char *, ...);
int main(void) {
    int i = 0;
again:;
    int x;
    if (i == 0)
        x = 7;
    i++;
    if (i < 2)
        goto again;
    printf("%d\n", x); //~
}
