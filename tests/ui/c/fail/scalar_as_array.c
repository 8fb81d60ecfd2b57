//@ verdict: undefined
//@ rule: past-the-end
//@ witness: asan
// C17 6.5.6p7: An object that is no array behaves like one of length 1.
int printf(const char *, ...);
int main(void) {
    int x = 5;
    int *p = &x;
    printf("%d\n", p[1]); //~
}
