//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5.17p2: A comma is a sequence point.
int printf(const char *, ...);
int main(void) {
    int i = 1;
    int k = (i++ + i++); //~
    printf("%d\n", k);
}
