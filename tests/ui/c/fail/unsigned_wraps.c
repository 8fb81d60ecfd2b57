//@ verdict: undefined
//@ rule: signed-overflow
//@ witness: ubsan
// C17 6.2.5p9: Unsigned arithmetic is modulo a power of two.
int printf(const char *, ...);
int main(void) {
    int a = 2147483647;
    a = a + 1; //~
    printf("%d\n", (int)a);
}
