//@ verdict: ok
//@ prints: 2147483648
// C17 6.5.7p3: The count must be less than the width of the promoted operand.
int printf(const char *, ...);
int main(void) {
    unsigned a = 1;
    int n = 31;
    printf("%u\n", a << n);
}
