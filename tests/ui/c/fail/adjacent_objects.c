//@ verdict: unspecified
//@ rule: adjacency
//@ witness: none: compilers choose one layout
// C17 6.5.9p6: Whether one object follows another is nobody's business.
int printf(const char *, ...);
int main(void) {
    int a[1] = {1}, b[1] = {2};
    printf("%d\n", a + 1 == b); //~
}
