//@ verdict: ok
//@ prints: 255
// C17 6.3.1.4p1: There is no wrapping on the way from floating point.
int printf(const char *, ...);
int main(void) {
    float a = 255.0f;
    unsigned char c = a;
    printf("%d\n", c);
}
