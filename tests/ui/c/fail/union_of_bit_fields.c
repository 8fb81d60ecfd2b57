//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: no sanitizer checks effective types
// C17 6.5p7: What a bit-field of type `unsigned` was stored to is no `float`.
int printf(const char *, ...);
static union { struct { unsigned low : 8, high : 24; } bits; unsigned all; float f; } u;
static float get(float *p) { return *p; } //~
int main(void) {
    u.bits.low = 1;
    u.bits.high = 2;
    printf("%g\n", get(&u.f));
}
