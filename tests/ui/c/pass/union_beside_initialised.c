//@ verdict: ok
//@ prints: 0 2
// C17 6.2.6.1p7, 6.7.9p10: Without an initialiser all of a static union is zero.
int printf(const char *, ...);
union u { short s; long l[2]; };
static union u zero;
int main(void) {
    union u u = {.l = {1, 2}};
    printf("%ld %ld\n", zero.l[1], u.l[1]);
}
