//@ verdict: ok
//@ prints: 3
// C17 6.5p2: What a statement expression does has no order to other operands.
int printf(const char *, ...);
int main(void) {
    int i = 1, j = 1;
    int k = i + ({ j = 5; 2; });
    printf("%d\n", k);
}
