//@ verdict: ok
//@ prints: 3
// C17 6.3.2.3p8: It may be converted to any function type on the way.
int printf(const char *, ...);
static int f(int x) { return x; }
int main(void) {
    void (*v)(void) = (void (*)(void))f;
    int k = ((int (*)(int))v)(3);
    printf("%d\n", k);
}
