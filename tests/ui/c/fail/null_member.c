//@ verdict: undefined
//@ rule: null-dereference
//@ witness: ubsan
// C17 6.5.3.2p4: Nor has it members.
int printf(const char *, ...);
struct s { int a; };
int main(void) {
    struct s s = {4};
    struct s *p = (void *)0;
    printf("%d\n", p->a); //~
}
