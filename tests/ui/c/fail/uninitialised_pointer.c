//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: A pointer without a value may not be used, dereferenced or not.
int printf(const char *, ...);
int main(void) {
    int x = 3, *p, *q;
    q = p; //~
    printf("%d\n", q == 0);
}
