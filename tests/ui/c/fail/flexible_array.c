//@ verdict: undefined
//@ rule: past-the-end
//@ witness: asan
// C17 6.7.2.1p18: A flexible member has as many elements as there is room for.
int printf(const char *, ...);
void *malloc(unsigned long);
struct s { int n; int a[]; };
int main(void) {
    struct s *p = malloc(sizeof(struct s) + 2 * sizeof(int));
    p->a[2] = 5; //~
    printf("%d\n", p->a[1] * 0);
}
