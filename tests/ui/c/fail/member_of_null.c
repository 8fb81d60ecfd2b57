//@ verdict: undefined
//@ rule: null-arithmetic
//@ witness: ubsan
// C17 6.5.3.2p3: `&p->m` evaluates `p`; `offsetof` does not.
int printf(const char *, ...);
struct s { int a, b; };
int main(void) {
    struct s *p = 0;
    unsigned long n = (unsigned long)&p->b; //~
    printf("%lu\n", n);
}
