//@ verdict: undefined
//@ rule: unsequenced
//@ witness: none: no sanitizer checks the order of evaluation, and Eva misses this one
// C17 6.5p2: `i + i++` reads and writes without an order.
int printf(const char *, ...);
int main(void) {
    int i = 1, j = 1;
    int k = i + i++; //~
    printf("%d\n", k);
}
