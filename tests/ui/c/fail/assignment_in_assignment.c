//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5.16p3: The inner side effect is not ordered before the outer one.
int printf(const char *, ...);
int main(void) {
    int x = 0, y = 0;
    x = (x = 5) + 1; //~
    printf("%d\n", x);
}
