//@ verdict: unspecified
//@ rule: bit-field-type
//@ witness: none: gcc promotes the old value to `int`, clang does not, and both may
// C17 6.3.1.1p2: What `s.y++` is promoted to is not said.
int printf(const char *, ...);
static struct { unsigned y : 5; } s = { 2 };
int main(void) {
    int m = -2;
    printf("%d\n", m < s.y++); //~
}
