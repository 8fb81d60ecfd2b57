//@ verdict: undefined
//@ rule: shift-count
//@ witness: ubsan
// C17 6.5.7p3: A `char` has 32 bits once promoted.
int printf(const char *, ...);
int main(void) {
    unsigned char a = 1;
    a = a << 32 >> 5; //~
    printf("%d\n", a);
}
