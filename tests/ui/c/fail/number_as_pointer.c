//@ verdict: undefined
//@ rule: invalid-pointer
//@ witness: asan msan
// C17 6.3.2.3p5: A number that is no address of an object.
int printf(const char *, ...);
int main(void) {
    int x = 2;
    int *p = (int *)4096;
    printf("%d\n", *p); //~
}
