//@ verdict: undefined
//@ rule: shift-count
//@ witness: ubsan
// C17 6.5.7p3: The count must not be negative.
int printf(const char *, ...);
int main(void) {
    unsigned a = 1;
    int n = -1;
    printf("%u\n", a >> n); //~
}
