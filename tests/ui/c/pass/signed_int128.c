//@ verdict: ok
//@ prints: 0
// C17 6.5p5: `__int128` overflows too.
int printf(const char *, ...);
int main(void) {
    __int128 a = (__int128)1 << 126;
    a = a - a;
    printf("%d\n", (int)(a >> 100));
}
