//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: A local without an initialiser has no value.
int printf(const char *, ...);
int main(void) {
    int x;
    printf("%d\n", x + 1); //~
}
