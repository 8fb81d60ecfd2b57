//@ verdict: undefined
//@ rule: format-argument
//@ witness: none: formats are not checked against types
// C17 7.21.6.1p9: An argument must have the type that its conversion asks for.
int printf(const char *, ...);
int main(void) {
    printf("%ld\n", 5); //~
}
