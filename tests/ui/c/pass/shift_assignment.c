//@ verdict: ok
//@ prints: 9223372036854775808
// C17 6.5.7p3: `<<=` shifts as `<<` does; the width is that of the promoted left operand.
int printf(const char *, ...);
int main(void) {
    unsigned long a = 1;
    int n = 63;
    a <<= n;
    printf("%lu\n", a);
}
