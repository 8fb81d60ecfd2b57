//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: asan
// C17 7.1.1p1: A string ends with a null character.
int printf(const char *, ...);
unsigned long strlen(const char *);
int main(void) {
    char a[3] = "abc";
    printf("%lu\n", strlen(a)); //~
}
