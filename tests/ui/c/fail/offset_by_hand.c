//@ verdict: undefined
//@ rule: null-arithmetic
//@ reading: strict
//@ witness: none: compilers fold it to a constant, sanitizers too
// C17 6.5.3.2p3: The address of a member of nothing is none, by the text of C17.
int printf(const char *, ...);
struct s { int i[18]; char f; };
int main(void) {
    unsigned long offset = (unsigned long)&((struct s *)0)->f; //~
    printf("%lu\n", offset);
}
