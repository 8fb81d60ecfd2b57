//@ verdict: undefined
//@ rule: unsequenced
//@ witness: none: no sanitizer checks the order of evaluation, and Eva misses this one
// C17 6.5p2: What a statement expression does has no order to other operands.
int printf(const char *, ...);
int main(void) {
    int i = 1, j = 1;
    int k = i + ({ i = 5; 2; }); //~
    printf("%d\n", k);
}
