//@ verdict: ok
//@ prints: 1
// C17 7.21.6.1p8: `%p` prints in an implementation-defined manner.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    printf("%d\n", x);
}
