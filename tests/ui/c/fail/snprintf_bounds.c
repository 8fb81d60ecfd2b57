//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: asan
// C17 7.21.6.5p2: `snprintf` writes no more than it may.
int printf(const char *, ...);
int snprintf(char *, unsigned long, const char *, ...);
int main(void) {
    char a[4];
    int n = snprintf(a, 8, "%d", 12345); //~
    printf("%s %d\n", a, n);
}
