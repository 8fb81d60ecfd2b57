//@ verdict: ok
//@ prints: 1
// C17 5.1.2.2.1p2: The parameters of `main` are variables.
int printf(const char *, ...);
int main(int argc, char **argv) {
    argc = 1;
    argv = 0;
    printf("%d\n", argc + (argv != 0));
}
