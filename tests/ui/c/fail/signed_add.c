//@ verdict: undefined
//@ rule: signed-overflow
//@ witness: ubsan
// C17 6.5p5: The sum of two `int`s must be an `int`.
int printf(const char *, ...);
int main(void) {
    int a = 2147483647;
    a = a + 1; //~
    printf("%d\n", a);
}
