//@ verdict: ok
//@ prints: done
// C17 6.3.2.1p2: The operand of sizeof and & is not converted.
int printf(const char *, ...);

int main(void) {
    int x;
    (void)sizeof x;
    (void)&x;
    printf("done\n");
}
