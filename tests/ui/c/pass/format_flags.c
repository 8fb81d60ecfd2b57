//@ verdict: ok
//@ prints: 0xff
// C17 7.21.6.1p6: A flag must go with its conversion.
int printf(const char *, ...);
int main(void) {
    printf("%#x\n", 255);
}
