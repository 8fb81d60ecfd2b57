//@ verdict: ok
//@ prints: abcde
// C17 6.7.2.1p11: Neighbours on both sides may lack a value.
int printf(const char *, ...);

struct s { unsigned a : 5; unsigned b : 20; unsigned c : 7; };
int main(void) {
    struct s s;
    s.b = 0xabcde;
    printf("%x\n", s.b);
}
