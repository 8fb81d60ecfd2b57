//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5p2: It does not matter by which names an object is reached.
int printf(const char *, ...);
int main(void) {
    int x = 1, y = 1, *p = &x, *q = &x;
    int k = (*p = 2) + (*q = 3); //~
    printf("%d\n", k);
}
