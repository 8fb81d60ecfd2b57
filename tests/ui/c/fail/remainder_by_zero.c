//@ verdict: undefined
//@ rule: division-by-zero
//@ witness: ubsan
// C17 6.5.5p5: Nor may that of `%`.
int printf(const char *, ...);
int main(void) {
    unsigned a = 7, b = 0;
    printf("%u\n", a % b); //~
}
