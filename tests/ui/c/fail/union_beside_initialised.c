//@ verdict: unspecified
//@ rule: padding
//@ reading: strict
//@ witness: none: the bytes are there, and some number
// C17 6.2.6.1p7, 6.7.9p17: An initialiser gives one member; what lies beside it is unspecified.
int printf(const char *, ...);
union u { short s; long l[2]; };
int main(void) {
    union u u = {1};
    printf("%ld\n", u.l[1]); //~
}
