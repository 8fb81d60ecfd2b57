//@ verdict: undefined
//@ rule: division-overflow
//@ witness: ubsan msan
// C17 6.5.5p6: The quotient must be representable.
int printf(const char *, ...);
int main(void) {
    int a = -2147483647 - 1, b = -1;
    printf("%d\n", a / b); //~
}
