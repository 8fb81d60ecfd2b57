//@ verdict: undefined
//@ rule: unsequenced
//@ witness: eva
// C17 6.5.16p3: The side effects of two assignments to one bit-field have no order.
int printf(const char *, ...);
static struct { unsigned a : 3, b : 3; } s;
int main(void) {
    s.a = s.a = 5; //~
    printf("%d\n", s.a);
}
