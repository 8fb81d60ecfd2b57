//@ verdict: undefined
//@ rule: past-the-end
//@ witness: asan msan
// C17 6.5.6p8: Nor may it be written.
int printf(const char *, ...);
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = a + 3;
    *p = 4; //~
    printf("%d\n", a[2]);
}
