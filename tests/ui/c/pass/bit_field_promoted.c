//@ verdict: ok
//@ prints: 1 1 1 1 1 0
// C17 6.3.1.1p2: A narrow bit-field is promoted to `int`, also assigned or behind a comma.
int printf(const char *, ...);
static struct { unsigned y : 5; } s = { 2 };
int main(void) {
    int m = -2;
    printf("%d ", m < s.y);
    printf("%d ", m < (0, s.y));
    printf("%d ", m < (s.y = 2));
    printf("%d ", m < (s.y += 1));
    printf("%d ", m < ++s.y);
    printf("%d\n", 7 < s.y++);
}
