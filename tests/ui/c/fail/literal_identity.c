//@ verdict: unspecified
//@ rule: literal-identity
//@ witness: none: compilers choose one answer
// C17 6.4.5p7: Whether equal literals are one object is unspecified.
int printf(const char *, ...);
int main(void) {
    const char *a = "abc", *b = "abc";
    printf("%d\n", a == b); //~
    (void)b;
}
