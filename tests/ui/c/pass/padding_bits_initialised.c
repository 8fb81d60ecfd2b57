//@ verdict: ok
//@ reading: strict
//@ prints: 1
// C17 6.2.6.1p6: Bits between bit-fields are padding too, and a list gives them no value.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
struct s { unsigned a : 12; unsigned : 0; unsigned b : 30; };
int main(void) {
    struct s s = {1, 2};
    unsigned char byte;
    memcpy(&byte, &s, sizeof byte);
    printf("%u\n", byte & 7u);
}
