//@ verdict: ok
//@ prints: 1 2
// C17 7.21.6.1p2: There must be an argument for every conversion.
int printf(const char *, ...);
int main(void) {
    printf("%d %d\n", 1, 2);
}
