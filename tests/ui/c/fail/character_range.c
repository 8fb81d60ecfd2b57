//@ verdict: undefined
//@ rule: character-range
//@ witness: none: library functions look up a table
// C17 7.4p1: The argument of `isdigit` is an `unsigned char` or `EOF`.
int printf(const char *, ...);
int isdigit(int);
int main(void) {
    int c = -200;
    printf("%d\n", isdigit(c) != 0); //~
}
