//@ verdict: ok
//@ prints: yes
// C17 7.22.3p1: Whether a huge request is met depends on the machine.
int printf(const char *, ...);
void *malloc(unsigned long);
int main(void) {
    char *p = malloc(16);
    if (p != 0)
        printf("yes\n");
}
