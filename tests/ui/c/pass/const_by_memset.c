//@ verdict: ok
//@ prints: 0
// C17 6.7.3p6: Library functions write too.
int printf(const char *, ...);
void *memset(void *, int, unsigned long);
int main(void) {
    int a[2] = {1, 2};
    memset((void *)a, 0, sizeof a);
    printf("%d\n", a[0]);
}
