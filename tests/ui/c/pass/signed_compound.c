//@ verdict: ok
//@ prints: 9223372036854775806
// C17 6.5.16.2p3: `+=` adds as `+` does.
int printf(const char *, ...);
int main(void) {
    long long a = 9223372036854775807LL;
    a += -1;
    printf("%lld\n", a);
}
