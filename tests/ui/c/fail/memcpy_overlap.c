//@ verdict: undefined
//@ rule: library-overlap
//@ witness: asan
// C17 7.24.2.1p2: `memcpy` between objects that overlap is undefined; `memmove` is there for that.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
int main(void) {
    char a[8] = "abcdefg";
    memcpy(a + 1, a, 4); //~
    printf("%s\n", a);
}
