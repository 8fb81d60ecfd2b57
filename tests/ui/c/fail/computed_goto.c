//@ verdict: undefined
//@ rule: invalid-pointer
//@ witness: asan msan
// GCC 6.3: `goto *p` leads to a label.
int printf(const char *, ...);
int main(void) {
    void *p = (void *)0;
    goto *p; //~
there:
    printf("there\n");
    if (0)
        p = &&there;
}
