//@ verdict: undefined
//@ rule: division-by-zero
//@ witness: asan
// C17 7.22.6.2p2: `div` divides as the operator does.
int printf(const char *, ...);
typedef struct { int quot, rem; } div_t;
div_t div(int, int);
int main(void) {
    int zero = 0;
    div_t d = div(-7, zero); //~
    printf("%d %d\n", d.quot, d.rem);
}
