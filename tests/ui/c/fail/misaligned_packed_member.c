//@ verdict: undefined
//@ rule: misaligned
//@ witness: ubsan
// C17 6.3.2.3p7: The address of a packed member is no aligned pointer; the member itself may be used.
int printf(const char *, ...);
struct __attribute__((packed)) s { char c; int i; };
int main(void) {
    struct s s = {1, 2};
    void *v = &s.i;
    int *p = v;
    printf("%d\n", *p); //~
}
