//@ verdict: ok
//@ prints: 0
// C17 6.2.5p9: Unsigned arithmetic is modulo a power of two.
int printf(const char *, ...);
int main(void) {
    unsigned a = 4294967295u;
    a = a + 1;
    printf("%d\n", (int)a);
}
