//@ verdict: ok
//@ prints: 2147483647
// C17 6.5.2.4p2: `++` adds 1 as `+` does.
int printf(const char *, ...);
int main(void) {
    int a = 2147483646;
    a++;
    printf("%d\n", a);
}
