//@ verdict: ok
//@ prints: 1
// C17 6.5p6: `memcpy` takes the effective type along.
int printf(const char *, ...);
void *malloc(unsigned long);
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    float x = 1;
    void *p = malloc(4);
    memcpy(p, &x, 4);
    printf("%d\n", *(float *)p > 0);
}
