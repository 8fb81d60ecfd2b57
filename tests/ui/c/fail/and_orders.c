//@ verdict: undefined
//@ rule: unsequenced
//@ witness: none: no sanitizer checks the order of evaluation
// C17 6.5.13p4: So is `&&`.
int printf(const char *, ...);
int main(void) {
    int i = 1;
    printf("%d\n", i++ & i++); //~
}
