//@ verdict: ok
//@ prints: -9223372036854775808
// C17 6.5.3.1p2: `--` subtracts 1 as `-` does.
int printf(const char *, ...);
int main(void) {
    long a = -9223372036854775807L;
    --a;
    printf("%ld\n", a);
}
