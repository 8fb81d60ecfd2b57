//@ verdict: ok
//@ prints: 1
// C17 6.2.6.1p5: Only 0 and 1 are values of `_Bool`.
int printf(const char *, ...);
int main(void) {
    _Bool b = 0;
    *(unsigned char *)&b = 1;
    printf("%d\n", b);
}
