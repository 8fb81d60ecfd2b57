//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5p2: `x += (x = 2)`.
int printf(const char *, ...);
int main(void) {
    int x = 1, y = 1;
    x += (x = 2); //~
    printf("%d\n", x);
}
