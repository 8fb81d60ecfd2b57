//@ verdict: undefined
//@ rule: literal-write
//@ witness: asan msan
// C17 6.4.5p7: A string literal may not be modified; an array initialised from one may.
int printf(const char *, ...);
int main(void) {
    char *s = "abc";
    s[0] = 'x'; //~
    printf("%s\n", s);
}
