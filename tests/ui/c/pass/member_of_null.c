//@ verdict: ok
//@ prints: 4
// C17 6.5.3.2p3: `&p->m` evaluates `p`; `offsetof` does not.
int printf(const char *, ...);
struct s { int a, b; };
int main(void) {
    struct s *p = 0;
    unsigned long n = __builtin_offsetof(struct s, b);
    printf("%lu\n", n);
}
