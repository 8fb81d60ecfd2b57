//@ verdict: undefined
//@ rule: signed-overflow
//@ witness: ubsan
// C17 6.5.3.1p2: `--` subtracts 1 as `-` does.
int printf(const char *, ...);
int main(void) {
    long a = -9223372036854775807L - 1;
    --a; //~
    printf("%ld\n", a);
}
