//@ verdict: undefined
//@ rule: library-overlap
//@ witness: asan
// C17 7.24.3.1p2: A string is appended to itself: its null is read and written.
int printf(const char *, ...);

char *strcat(char *, const char *);
int main(void) {
    char a[8] = "abc";
    printf("%s\n", strcat(a, a)); //~
}
