//@ verdict: undefined
//@ rule: signed-overflow
//@ witness: ubsan
// C17 6.5p5: The difference of two `int`s must be an `int`.
int printf(const char *, ...);
int main(void) {
    int a = -2147483647, b = 2;
    printf("%d\n", a - b); //~
}
