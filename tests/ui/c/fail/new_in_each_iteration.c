//@ verdict: undefined
//@ rule: uninitialised
//@ witness: msan
// C17 6.2.4p6: A block entered again has new objects.
int printf(const char *, ...);
int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 5;
        sum += x; //~
    }
    printf("%d\n", sum);
}
