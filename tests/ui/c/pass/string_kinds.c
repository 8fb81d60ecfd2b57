//@ verdict: ok
//@ prints: 3 98 3 228
// C17 6.4.5p5: Adjacent literals of which one has a prefix are all of that kind.
int printf(const char *, ...);
int main(void) {
    const int *wide = L"a" "b";
    const unsigned short *utf16 = "ä" u"b";
    printf("%d %d", (int)(sizeof(L"a" "b") / sizeof *wide), wide[1]);
    printf(" %d %d\n", (int)(sizeof("ä" u"b") / sizeof *utf16), utf16[0]);
}
