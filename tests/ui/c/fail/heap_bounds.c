//@ verdict: undefined
//@ rule: past-the-end
//@ witness: asan
// C17 6.5.6p8: Allocated objects have bounds.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    int *p = malloc(2 * sizeof(int));
    p[0] = 1;
    p[2] = 2; //~
    printf("%d\n", p[0]);
}
