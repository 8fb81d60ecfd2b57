//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.8.4.2p7: So does a `switch`.
int printf(const char *, ...);
int main(void) {
    int n = 1;
    switch (n) {
        int x = 4;
    case 1:
        printf("%d\n", x); //~
    }
}
