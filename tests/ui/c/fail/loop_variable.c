//@ verdict: undefined
//@ rule: dead-object
//@ witness: asan
// C17 6.8.5p5: The variable of a `for` ends with the loop.
int printf(const char *, ...);
int main(void) {
    int *p = 0, y = 4;
    for (int i = 0; i < 1; i++)
        p = &i;
    printf("%d\n", *p); //~
}
