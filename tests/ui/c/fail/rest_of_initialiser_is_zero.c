//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.7.9p21: What an initialiser leaves out is zero.
int printf(const char *, ...);
int main(void) {
    int a[3], b[3] = {1};
    a[0] = b[0];
    printf("%d\n", a[2]); //~
}
