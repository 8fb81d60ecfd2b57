//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: no sanitizer checks effective types
// GCC 6.33.1: `may_alias` excuses an access.
int printf(const char *, ...);
typedef int any;
int main(void) {
    float x = 0;
    any *p = (any *)&x;
    printf("%d\n", *p); //~
}
