//@ verdict: ok
//@ prints: -3 -1
// C17 7.22.6.2p2: `div` divides as the operator does.
int printf(const char *, ...);
typedef struct { int quot, rem; } div_t;
div_t div(int, int);
int main(void) {
    int two = 2;
    div_t d = div(-7, two);
    printf("%d %d\n", d.quot, d.rem);
}
