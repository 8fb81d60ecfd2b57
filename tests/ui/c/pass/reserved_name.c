//@ verdict: ok
//@ prints: -4
// C17 7.1.3p2: A program does not define functions of the library with external linkage.
int printf(const char *, ...);
static long long llabs(long long x) { return x + 1; }
int main(void) {
    printf("%lld\n", llabs(-5));
}
