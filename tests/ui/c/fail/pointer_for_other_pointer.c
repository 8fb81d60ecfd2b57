//@ verdict: undefined
//@ rule: argument-type
//@ reading: strict
//@ witness: none: the ABI passes all pointers alike
// C17 6.5.2.2p6: Without a prototype, even a null pointer has the parameter's type.
int printf(const char *, ...);
static int is_null();
int main(void) {
    printf("%d\n", is_null((void *)0)); //~
}
static int is_null(p) double *p; { return p == 0; }
