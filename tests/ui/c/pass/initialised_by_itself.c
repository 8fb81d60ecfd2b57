//@ verdict: ok
//@ prints: 3
// C17 6.3.2.1p2: A variable that has a value is assigned it.
int printf(const char *, ...);
int main(void) {
    int x = 3;
    x = x;
    printf("%d\n", x);
}
