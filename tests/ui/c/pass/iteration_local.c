//@ verdict: ok
//@ prints: end
// C17 6.2.4p6: Each iteration has an object of its own.
int printf(const char *, ...);
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (i > 5)
            printf("%d\n", *p);
        p = &x;
    }
    printf("end\n");
}
