//@ verdict: unspecified
//@ rule: bit-field-type
//@ witness: none: gcc divides as `int`, clang as `unsigned`, and both may
// C17 6.3.1.1p2: What is made of `s.y--` has a type that depends on what it is promoted to.
int printf(const char *, ...);
static struct { unsigned y : 5; } s = { 2 };
int main(void) {
    printf("%d\n", -1 / (s.y-- | 1)); //~
}
