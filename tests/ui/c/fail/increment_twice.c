//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5p2: `i = i++` writes twice without an order.
int printf(const char *, ...);
int main(void) {
    int i = 1, j;
    i = i++; //~
    printf("%d\n", i );
}
