//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: asan
// C17 6.5.3.2p4: A member behind the end of the allocation.
int printf(const char *, ...);
void *malloc(unsigned long);
struct s { int a, b, c; };
int main(void) {
    struct s *p = malloc(sizeof(struct s) - sizeof(int));
    p->a = 1;
    p->c = 2; //~
    printf("%d\n", p->c);
}
