//@ verdict: ok
//@ prints: there
// GCC 6.3: `goto *p` leads to a label.
int printf(const char *, ...);
int main(void) {
    void *p = &&there;
    goto *p;
there:
    printf("there\n");
    if (0)
        p = &&there;
}
