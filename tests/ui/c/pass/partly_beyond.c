//@ verdict: ok
//@ prints: 7
// C17 6.5.3.2p4: All bytes of the object must be there.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    int *p = malloc(4);
    *p = 7;
    printf("%d\n", *p);
}
