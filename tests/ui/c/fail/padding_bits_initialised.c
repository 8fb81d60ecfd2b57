//@ verdict: unspecified
//@ rule: padding
//@ reading: strict
//@ witness: none: clang's bits are zero, gcc's whatever was there
// C17 6.2.6.1p6: Bits between bit-fields are padding too, and a list gives them no value.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
struct s { unsigned a : 12; unsigned b : 30; };
int main(void) {
    struct s s = {1, 2};
    unsigned word;
    memcpy(&word, &s, sizeof word);
    printf("%u\n", word & 7); //~
}
