//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5p2: `a[i] = i++`.
int printf(const char *, ...);
int main(void) {
    int a[3] = {0}, i = 0, j = 0;
    a[i] = i++; //~
    printf("%d\n", a[0] + i);
}
