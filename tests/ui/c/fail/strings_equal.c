//@ verdict: unspecified
//@ rule: library-result
//@ witness: none: the C library at hand decides
// C17 7.24.4.2p3: Whether `strcmp` returns 0 is promised, what else it returns is not.
int printf(const char *, ...);
int strcmp(const char *, const char *);
int main(void) {
    const char *a = "b", *b = "a";
    if (strcmp(a, b) == 1) //~
        printf("one\n");
    printf("end\n");
}
