//@ verdict: unspecified
//@ rule: address
//@ witness: none: each run has its own addresses
// C17 7.21.6.1p8: `%p` prints in an implementation-defined manner.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    printf("%p\n", (void *)&x); //~
}
