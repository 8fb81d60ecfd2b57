//@ verdict: ok
//@ reading: strict
//@ prints: 2
// C17 6.5.7p4: `<<` of a negative number, by the text of the standard.
int printf(const char *, ...);
int main(void) {
    int a = 1;
    printf("%d\n", a << 1);
}
