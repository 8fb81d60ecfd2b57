//@ verdict: undefined
//@ rule: shift-count
//@ witness: ubsan
// C17 6.5.7p3: The count must be less than the width of the promoted operand.
int printf(const char *, ...);
int main(void) {
    unsigned a = 1;
    int n = 32;
    printf("%u\n", a << n); //~
}
