//@ verdict: ok
//@ prints: 2
// C17 6.5p2: `i + i++` reads and writes without an order.
int printf(const char *, ...);
int main(void) {
    int i = 1, j = 1;
    int k = j + i++;
    printf("%d\n", k);
}
