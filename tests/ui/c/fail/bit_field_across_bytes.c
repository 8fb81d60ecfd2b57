//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.3.2.1p2: Of a bit-field's neighbours nothing is known.
int printf(const char *, ...);

struct s { unsigned a : 5; unsigned b : 20; unsigned c : 7; };
int main(void) {
    struct s s;
    s.b = 0xabcde;
    printf("%x\n", s.c); //~
}
