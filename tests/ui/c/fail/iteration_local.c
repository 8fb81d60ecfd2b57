//@ verdict: undefined
//@ rule: dangling-pointer
//@ witness: none: only accesses are checked, not pointers
// C17 6.2.4p6: Each iteration has an object of its own.
int printf(const char *, ...);
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (p != 0) //~
            printf("%d\n", *p);
        p = &x;
    }
    printf("end\n");
}
