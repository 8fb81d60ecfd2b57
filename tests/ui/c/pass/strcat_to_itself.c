//@ verdict: ok
//@ prints: abcabc
// C17 7.24.3.1p2: A string is appended to another.
int printf(const char *, ...);

char *strcat(char *, const char *);
int main(void) {
    char a[8] = "abc", b[4] = "abc";
    printf("%s\n", strcat(a, b));
}
