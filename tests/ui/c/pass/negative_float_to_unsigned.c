//@ verdict: ok
//@ prints: 0
// C17 6.3.1.4p1: Only the fraction is dropped: -0.5 becomes 0, -1 is no unsigned number.
int printf(const char *, ...);
int main(void) {
    double a = -0.5;
    printf("%u\n", (unsigned)a);
}
