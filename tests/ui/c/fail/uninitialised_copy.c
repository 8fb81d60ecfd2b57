//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: Copying is using.
int printf(const char *, ...);
int main(void) {
    int x, y;
    y = x; //~
    printf("%d\n", y - y);
}
