//@ verdict: ok
//@ prints: 7
// C17 6.5p7: A structure through a pointer to it.
int printf(const char *, ...);

struct s { unsigned a : 8; };
int main(void) {
    struct s s = { 7 };
    struct s *p = &s;
    printf("%d\n", p->a);
}
