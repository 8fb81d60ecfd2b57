//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: no sanitizer checks effective types
// C17 6.7.2.2p4: An enumeration is compatible with its integer type.
int printf(const char *, ...);
enum e { A, B };
int main(void) {
    enum e e = B;
    long *p = (void *)&e; int x = sizeof *p > 4 ? 1 : 0; short *q = (void *)&e; x = *q; //~
    printf("%d\n", x);
}
