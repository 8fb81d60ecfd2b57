//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: So is asking.
int printf(const char *, ...);
int main(void) {
    int x;
    if (x) //~
        printf("yes\n");
}
