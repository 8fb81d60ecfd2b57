//@ verdict: ok
//@ prints: 0
// C17 6.5.5p6: If `a/b` is not representable, `a%b` is undefined as well.
int printf(const char *, ...);
int main(void) {
    long a = -9223372036854775807L - 0, b = -1;
    printf("%ld\n", a % b);
}
