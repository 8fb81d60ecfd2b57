//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5.15p4: So is `?`.
int printf(const char *, ...);
int main(void) {
    int i = 1;
    int k = i++ + (i ? i : 9); //~
    printf("%d\n", k);
}
