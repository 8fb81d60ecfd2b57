//@ verdict: undefined
//@ rule: null-dereference
//@ witness: ubsan
// C17 6.5.3.2p4: A null pointer points to no object.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    int *p = 0;
    printf("%d\n", *p); //~
}
