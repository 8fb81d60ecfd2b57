//@ verdict: ok
//@ prints: 9
// C17 6.5.5p5: `/=` divides as `/` does.
int printf(const char *, ...);
int main(void) {
    short a = 9, b = 3;
    a /= b - 2;
    printf("%d\n", a);
}
