//@ verdict: undefined
//@ rule: shift-count
//@ witness: ubsan
// C17 6.5.7p3: `<<=` shifts as `<<` does; the width is that of the promoted left operand.
int printf(const char *, ...);
int main(void) {
    unsigned long a = 1;
    int n = 64;
    a <<= n; //~
    printf("%lu\n", a);
}
