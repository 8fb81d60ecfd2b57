//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5p2: Different elements are different objects.
int printf(const char *, ...);
int main(void) {
    int a[2] = {1, 2}, i = 0, j = 0;
    int k = a[i]++ + a[j]++; //~
    printf("%d\n", k);
}
