//@ verdict: ok
//@ prints: 2
// C17 6.2.6.1p6: A list gives members; what lies between them is unspecified.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
static struct { char c; int i; } s = {1, 2};
int main(void) {
    int second;
    memcpy(&second, (char *)&s + 4, sizeof second);
    printf("%d\n", second);
}
