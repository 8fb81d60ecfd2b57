//@ verdict: undefined
//@ rule: const-write
//@ witness: asan msan
// C17 6.7.3p6: Neither may a static one.
int printf(const char *, ...);
static const int table[2] = {1, 2};
int main(void) {
    int *p = (int *)table;
    p[1] = 3; //~
    printf("%d\n", table[1]);
}
