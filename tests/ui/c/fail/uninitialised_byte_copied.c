//@ verdict: undefined
//@ rule: uninitialised
//@ reading: strict
//@ witness: msan
// C17 J.2: By the stricter reading it may not even be copied.
int printf(const char *, ...);
int main(void) {
    unsigned char a[2];
    unsigned char *p = a;
    p[0] = 1;
    unsigned char c = p[1]; //~
    printf("%d\n", c - c);
}
