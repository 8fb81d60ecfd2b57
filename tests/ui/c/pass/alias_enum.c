//@ verdict: ok
//@ prints: 1
// C17 6.7.2.2p4: An enumeration is compatible with its integer type.
int printf(const char *, ...);
enum e { A, B };
int main(void) {
    enum e e = B;
    unsigned *p = (unsigned *)&e; int x = *p;
    printf("%d\n", x);
}
