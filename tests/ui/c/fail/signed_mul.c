//@ verdict: undefined
//@ rule: signed-overflow
//@ witness: ubsan
// C17 6.5p5: The product of two `int`s must be an `int`.
int printf(const char *, ...);
int main(void) {
    int a = 65536, b = 32768;
    printf("%d\n", a * b); //~
}
