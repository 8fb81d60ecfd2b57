//@ verdict: ok
//@ prints: 9223372036854775807 1
// C17 7.22.1.4p8: `strtol` gives the largest and sets `errno`.
int printf(const char *, ...);
long strtol(const char *restrict, char **restrict, int);
int *__errno_location(void);
int main(void) {
    *__errno_location() = 0;
    long l = strtol("99999999999999999999", 0, 10);
    printf("%ld %d\n", l, *__errno_location() != 0);
}
