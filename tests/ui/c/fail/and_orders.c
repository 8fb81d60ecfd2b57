//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5.13p4: So is `&&`.
int printf(const char *, ...);
int main(void) {
    int i = 1;
    printf("%d\n", i++ & i++); //~
}
