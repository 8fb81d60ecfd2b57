//@ verdict: undefined
//@ rule: invalid-pointer
//@ witness: asan msan
// C17 6.3.2.3p6, 7.20.1.4: A pointer cast to an integer and back is that pointer.
int printf(const char *, ...);
int main(void) {
    int x = 2;
    unsigned long n = 8192;
    int *p = (int *)n;
    *p = 3; //~
    printf("%d\n", x);
}
