//@ verdict: unspecified
//@ rule: padding
//@ witness: none: nobody is wrong, whatever the byte is
// C17 6.2.6.1p6: Bits of a byte that are no member's.
int printf(const char *, ...);
struct s { unsigned a : 3; };
int main(void) {
    struct s s;
    s.a = 5;
    printf("%d\n", *(unsigned char *)&s); //~
}
