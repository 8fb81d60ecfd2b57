//@ verdict: undefined
//@ rule: library-argument
//@ witness: asan msan
// C17 7.1.4p1: Nor is it a string.
int printf(const char *, ...);
unsigned long strlen(const char *);
int main(void) {
    const char *s = 0;
    printf("%lu\n", strlen(s)); //~
}
