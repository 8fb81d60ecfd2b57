//@ verdict: undefined
//@ rule: invalid-pointer
//@ witness: none: the number is somebody's address
// C17 6.5.3.2p4: A function is no object.
int printf(const char *, ...);
static int f(void) { return 3; }
static char c = 1;
int main(void) {
    char *p = (char *)f;
    printf("%d\n", *p > 0); //~
}
