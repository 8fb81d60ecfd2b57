//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 7.24.4.1p2: Bytes are compared by their values.
int printf(const char *, ...);
int memcmp(const void *, const void *, unsigned long);
int main(void) {
    char a[2] = {1, 2}, b[2];
    b[0] = 1;
    printf("%d\n", memcmp(a, b, 2) == 0); //~
}
