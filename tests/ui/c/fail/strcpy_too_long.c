//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: asan
// C17 7.24.2.3p2: So do string functions.
int printf(const char *, ...);
char *strcpy(char *, const char *);
int main(void) {
    char a[4];
    strcpy(a, "abcd"); //~
    printf("%s\n", a);
}
