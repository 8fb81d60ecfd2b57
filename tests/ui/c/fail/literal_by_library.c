//@ verdict: undefined
//@ rule: literal-write
//@ witness: asan msan
// C17 6.4.5p7: Not by the library either.
int printf(const char *, ...);
char *strcpy(char *, const char *);
int main(void) {
    char a[4] = "abc", *s = "abc";
    strcpy(s, "de"); //~
    printf("%s\n", s);
}
