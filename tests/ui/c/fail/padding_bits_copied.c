//@ verdict: unspecified
//@ rule: padding
//@ witness: none: compilers copy them or not
// C17 6.2.6.1p6: An assignment need not copy the bits that are no member's.
int printf(const char *, ...);
void *memset(void *, int, unsigned long);
struct s { unsigned a : 12; };
int main(void) {
    struct s s, t;
    memset(&s, 0, sizeof s);
    s.a = 5;
    t = s;
    printf("%d\n", ((unsigned char *)&t)[1]); //~
}
