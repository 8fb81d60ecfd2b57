//@ verdict: ok
//@ prints: 72 8
//@ witness: none: UBSan keeps to the text of C17, compilers do not
// C17 6.5.3.2p3: Compilers take the address of a member of nothing for its offset.
int printf(const char *, ...);
struct s { int i[18]; char f; };
int main(void) {
    unsigned long offset = (unsigned long)&((struct s *)0)->f;
    printf("%lu %lu\n", offset, (unsigned long)&((struct s *)0)->i[2]);
}
