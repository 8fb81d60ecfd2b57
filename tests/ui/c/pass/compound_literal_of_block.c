//@ verdict: ok
//@ prints: 1
// C17 6.5.2.5p5: A compound literal lives as long as its block.
int printf(const char *, ...);
int main(void) {
    int *p, keep = 1;
    {
        p = &keep;
    }
    printf("%d\n", p[0]);
}
