//@ verdict: ok
//@ prints: 3
// C17 6.5.5p5: Nor may that of `%`.
int printf(const char *, ...);
int main(void) {
    unsigned a = 7, b = 4;
    printf("%u\n", a % b);
}
