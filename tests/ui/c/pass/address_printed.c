//@ verdict: ok
//@ prints: 0
// C17 6.3.2.3p6: The number that an address is differs from run to run.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    unsigned long n = (unsigned long)&x;
    printf("%lu\n", n % 4);
}
