//@ verdict: unspecified
//@ rule: padding
//@ reading: strict
//@ witness: msan
// C17 6.2.6.1p6: A number made of padding is not passed on, even if nothing of it is shown.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
struct s { short a; int b; };
static unsigned long sum;
static void mix(unsigned long v) { sum ^= v; }
static struct s make(void) { struct s s; s.a = 1; s.b = 2; return s; }
int main(void) {
    short parts[4];
    struct s s = make();
    memcpy(parts, &s, sizeof s);
    mix(parts[1]); //~
    printf("%d\n", parts[0]);
}
