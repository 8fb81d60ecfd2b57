//@ verdict: ok
//@ prints: 1
// C17 7.1.4p1: A null pointer is no valid argument, not even for 0 bytes.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    char a[1] = {1};
    memcpy(a, a + 1, 0);
    printf("%d\n", a[0]);
}
