//@ verdict: ok
//@ prints: 201
// C17 6.5p7: What a bit-field of type `unsigned` was stored to is read as one.
int printf(const char *, ...);
static union { struct { unsigned low : 8, high : 24; } bits; unsigned all; float f; } u;
static unsigned get(unsigned *p) { return *p; }
int main(void) {
    u.bits.low = 1;
    u.bits.high = 2;
    printf("%x\n", get(&u.all));
}
