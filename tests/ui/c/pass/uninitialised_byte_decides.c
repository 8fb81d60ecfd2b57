//@ verdict: ok
//@ prints: yes
// C17 6.2.6.1p4: An indeterminate byte may be copied as `unsigned char`, but not decide anything.
int printf(const char *, ...);
int main(void) {
    unsigned char a[2], b[2];
    unsigned char *p = a, *q = b;
    p[0] = 1;
    q[0] = p[0];
    q[1] = p[1];
    if (q[0])
        printf("yes\n");
}
