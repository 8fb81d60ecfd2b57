//@ verdict: ok
//@ prints: differ
//@ prints: end
// C17 7.24.4.2p3: Whether `strcmp` returns 0 is promised, what else it returns is not.
int printf(const char *, ...);
int strcmp(const char *, const char *);
int main(void) {
    const char *a = "b", *b = "a";
    if (strcmp(a, b) == 0 || 0 == strcmp(a, b) || !strcmp(a, b))
        printf("equal\n");
    if (strcmp(a, b) != 0)
        printf("differ\n");
    printf("end\n");
}
