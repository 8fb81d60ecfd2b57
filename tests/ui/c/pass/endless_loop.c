//@ verdict: ok
//@ prints: 0
// C17 6.8.5p6: A loop that does nothing may be assumed to end, if its condition is no constant.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    while (x)
        x = 0;
    printf("%d\n", x);
}
