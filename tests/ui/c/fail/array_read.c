//@ verdict: undefined
//@ rule: past-the-end
//@ witness: ubsan
// C17 6.5.6p8: The element one past the last is not there.
int printf(const char *, ...);
int main(void) {
    int a[3] = {1, 2, 3};
    int i = 3;
    printf("%d\n", a[i]); //~
}
