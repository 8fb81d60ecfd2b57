//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5p2, 6.2.5p20: Bit-fields beside each other are different objects.
int printf(const char *, ...);
struct s { unsigned a : 3, b : 3; };
int main(void) {
    struct s s = {1, 2};
    int k = (s.a = 3) + (s.a = 4); //~
    printf("%d\n", k);
}
