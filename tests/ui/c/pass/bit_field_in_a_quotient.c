//@ verdict: ok
//@ prints: 3 4294967295
// C17 6.3.1.1p2: What is made of `s.y--` has a type that depends on what it is promoted to.
int printf(const char *, ...);
static struct { unsigned y : 5; } s = { 2 };
int main(void) {
    printf("%d ", 9 / (s.y-- | 1));
    printf("%u\n", -1 / (1u | (s.y-- & 0u)));
}
