//@ verdict: ok
//@ prints: -32768
// C17 6.3.1.3p3: A `short` is promoted before it is added to, and converting back is defined by the implementation.
int printf(const char *, ...);
int main(void) {
    short a = 32767;
    a += 1;
    printf("%d\n", a);
}
