//@ verdict: ok
//@ prints: abc1
// C17 7.21.6.6p2: What is formatted lies elsewhere.
int printf(const char *, ...);

int sprintf(char *, const char *, ...);
int main(void) {
    char a[16] = "abc", b[16];
    sprintf(b, "%s%d", a, 1);
    printf("%s\n", b);
}
