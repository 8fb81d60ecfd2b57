//@ verdict: unspecified
//@ rule: address
//@ witness: none: each run has its own addresses
// C17 6.3.2.3p6: Nor may it decide anything.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    unsigned long n = (unsigned long)&x;
    if (n > 1000000) //~
        printf("%d\n", x);
}
