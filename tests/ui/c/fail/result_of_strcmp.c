//@ verdict: unspecified
//@ rule: library-result
//@ witness: none: the C library at hand decides
// C17 7.24.4.2p3: Of the result of `strcmp` only the sign is promised.
int printf(const char *, ...);
int strcmp(const char *, const char *);
int main(void) {
    const char *a = "abc", *b = "abe";
    printf("%d\n", strcmp(a, b)); //~
}
