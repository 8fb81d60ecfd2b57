//@ verdict: undefined
//@ rule: uninitialised
//@ witness: none: nothing depends on the value
// C17 6.3.2.1p2: A variable is read in its own initialiser.
int printf(const char *, ...);
int main(void) {
    int x = x; //~
    printf("done\n");
}
