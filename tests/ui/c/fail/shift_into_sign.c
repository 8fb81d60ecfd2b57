//@ verdict: undefined
//@ rule: shift-overflow
//@ reading: strict
//@ witness: ubsan
// C17 6.5.7p4: The result of `<<` must be representable in the signed type, by the text of the standard.
int printf(const char *, ...);
int main(void) {
    int a = 1;
    printf("%d\n", a << 31); //~
}
