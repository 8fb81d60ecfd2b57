//@ verdict: ok
//@ prints: yes
// C17 6.3.2.1p2: So is asking.
int printf(const char *, ...);
int main(void) {
    int x;
    x = 1;
    if (x)
        printf("yes\n");
}
