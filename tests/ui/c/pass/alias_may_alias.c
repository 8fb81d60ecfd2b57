//@ verdict: ok
//@ prints: 0
// GCC 6.33.1: `may_alias` excuses an access.
int printf(const char *, ...);
typedef int __attribute__((may_alias)) any;
int main(void) {
    float x = 0;
    any *p = (any *)&x;
    printf("%d\n", *p);
}
