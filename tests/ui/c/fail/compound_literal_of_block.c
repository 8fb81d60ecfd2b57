//@ verdict: undefined
//@ rule: dangling-pointer
//@ witness: none: only accesses are checked, not pointers
// C17 6.5.2.5p5: A compound literal lives as long as its block.
int printf(const char *, ...);
int main(void) {
    int *p, keep = 1;
    {
        p = (int[]){7, 8};
    }
    printf("%d\n", p[0]); //~
}
