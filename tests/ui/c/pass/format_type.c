//@ verdict: ok
//@ prints: 5
// C17 7.21.6.1p9: An argument must have the type that its conversion asks for.
int printf(const char *, ...);
int main(void) {
    printf("%d\n", 5);
}
