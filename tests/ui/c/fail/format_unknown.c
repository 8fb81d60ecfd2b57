//@ verdict: undefined
//@ rule: format-invalid
//@ witness: asan
// C17 7.21.6.1p9: What is no conversion specification is undefined.
int printf(const char *, ...);
int main(void) {
    printf("%y\n", 1); //~
}
