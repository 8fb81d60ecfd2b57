//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: no sanitizer checks effective types
// C17 6.5p6: `memcpy` takes the effective type along.
int printf(const char *, ...);
void *malloc(unsigned long);
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    int x = 1;
    void *p = malloc(4);
    memcpy(p, &x, 4);
    printf("%d\n", *(float *)p > 0); //~
}
