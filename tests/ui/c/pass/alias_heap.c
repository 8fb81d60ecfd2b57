//@ verdict: ok
//@ prints: 1
// C17 6.5p6: Allocated memory has the type that was stored last.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    void *p = malloc(4);
    *(int *)p = 1;
    *(float *)p = 2;
    printf("%d\n", *(float *)p > 1);
}
