//@ verdict: undefined
//@ rule: library-overlap
//@ witness: asan
// C17 7.24.2.3p2: Neither may strings overlap.
int printf(const char *, ...);
char *strcpy(char *, const char *);
int main(void) {
    char a[16] = "abcdefg";
    strcpy(a + 4, a); //~
    printf("%s\n", a);
}
