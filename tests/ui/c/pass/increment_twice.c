//@ verdict: ok
//@ prints: 3
// C17 6.5p2: `i = i++` writes twice without an order.
int printf(const char *, ...);
int main(void) {
    int i = 1, j;
    j = i++;
    printf("%d\n", i + j);
}
