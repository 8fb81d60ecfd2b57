//@ verdict: undefined
//@ rule: endless-loop
//@ witness: none: no sanitizer looks for loops without end
// C17 6.8.5p6: A loop that does nothing may be assumed to end, if its condition is no constant.
int printf(const char *, ...);
int main(void) {
    int x = 1;
    while (x) ; //~
    printf("%d\n", x);
}
