//@ verdict: undefined
//@ rule: library-overlap
//@ witness: none: the library writes as it goes
// C17 7.21.6.6p2: What is formatted lies where the text goes.
int printf(const char *, ...);

int sprintf(char *, const char *, ...);
int main(void) {
    char a[16] = "abc";
    sprintf(a, "%s%d", a, 1); //~
    printf("%s\n", a);
}
