//@ verdict: undefined
//@ rule: uninitialised
//@ witness: none: nothing is done with the value
// C17 6.3.2.1p2: An lvalue is converted even if nobody uses its value.
int printf(const char *, ...);

int main(void) {
    int x;
    (void)x; //~
    printf("done\n");
}
