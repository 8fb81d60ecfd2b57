//@ verdict: undefined
//@ rule: effective-type
//@ witness: none: sanitizers do not know effective types
// C17 6.5p7: A bit-field of a structure that is not there.
int printf(const char *, ...);

struct s { unsigned a : 8; };
int main(void) {
    float f = 1;
    struct s *p = (struct s *)&f;
    printf("%d\n", p->a); //~
}
