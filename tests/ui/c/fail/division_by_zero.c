//@ verdict: undefined
//@ rule: division-by-zero
//@ witness: ubsan msan
// C17 6.5.5p5: The divisor must not be 0.
int printf(const char *, ...);
int main(void) {
    int a = 7, b = 0;
    printf("%d\n", a / b); //~
}
