//@ verdict: unspecified
//@ rule: open-value
//@ witness: none: nobody is wrong, whatever the name is
// C17 5.1.2.2.1p2: What a program is called.
int printf(const char *, ...);
int main(int argc, char **argv) {
    (void)argc;
    printf("%c\n", argv[0][0]); //~
}
