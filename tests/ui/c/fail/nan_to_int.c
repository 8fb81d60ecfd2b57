//@ verdict: undefined
//@ rule: float-to-integer
//@ witness: ubsan
// C17 6.3.1.4p1: A NaN has no integral part.
int printf(const char *, ...);
int main(void) {
    double zero = 0, a = zero / zero;
    printf("%d\n", a > 1 ? 1 : (int)a); //~
}
