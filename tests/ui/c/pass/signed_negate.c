//@ verdict: ok
//@ prints: 2147483647
// C17 6.5p5: The negative of the smallest `int` is none.
int printf(const char *, ...);
int main(void) {
    int a = -2147483647;
    printf("%d\n", -a);
}
