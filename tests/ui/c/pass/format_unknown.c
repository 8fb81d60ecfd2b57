//@ verdict: ok
//@ prints: %
// C17 7.21.6.1p9: What is no conversion specification is undefined.
int printf(const char *, ...);
int main(void) {
    printf("%%\n", 1);
}
