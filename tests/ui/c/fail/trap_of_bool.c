//@ verdict: undefined
//@ rule: trap-representation
//@ witness: ubsan
// C17 6.2.6.1p5: Only 0 and 1 are values of `_Bool`.
int printf(const char *, ...);
int main(void) {
    _Bool b = 0;
    *(unsigned char *)&b = 2;
    printf("%d\n", b); //~
}
