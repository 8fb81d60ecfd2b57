//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: asan
// C17 6.5.3.2p4: All bytes of the object must be there.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    int *p = malloc(3);
    *p = 7; //~
    printf("%d\n", *p);
}
