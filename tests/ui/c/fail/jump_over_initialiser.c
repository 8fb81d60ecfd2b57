//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.2.4p6, 6.8.6.1: A jump past an initialiser leaves the object without a value.
int printf(const char *, ...);
int main(void) {
    int n = 0;
    goto inside;
before:;
    int x = 5;
inside:
    n += x; //~
    printf("%d\n", n);
}
