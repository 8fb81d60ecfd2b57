//@ verdict: undefined
//@ rule: dead-object
//@ witness: asan
// C17 7.22.3.5p2: After `realloc` the old pointer is of no use.
int printf(const char *, ...);
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
int main(void) {
    int *p = malloc(4);
    *p = 3;
    int *q = realloc(p, 8);
    printf("%d\n", *p); //~
}
