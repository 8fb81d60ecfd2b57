//@ verdict: undefined
//@ rule: library-argument
//@ witness: none: the C library accepts it
// C17 7.1.4p1: A null pointer is no valid argument, not even for 0 bytes.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    char a[1] = {1};
    memcpy(a, (void *)0, 0); //~
    printf("%d\n", a[0]);
}
