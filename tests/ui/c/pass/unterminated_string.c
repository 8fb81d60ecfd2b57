//@ verdict: ok
//@ prints: 3
// C17 7.1.1p1: A string ends with a null character.
int printf(const char *, ...);
unsigned long strlen(const char *);
int main(void) {
    char a[4] = "abc";
    printf("%lu\n", strlen(a));
}
