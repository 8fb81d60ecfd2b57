//@ verdict: ok
//@ prints: 1
// C17 7.21.6.1p2: Arguments left over are evaluated and ignored.
int printf(const char *, ...);
int main(void) {
    printf("%d\n", 1, 2);
}
