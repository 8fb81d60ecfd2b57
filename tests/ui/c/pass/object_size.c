//@ verdict: ok
//@ prints: abc
// GCC 6.58: What nothing depends on may be open.
int printf(const char *, ...);
int main(void) {
    char buffer[8];
    unsigned long size = __builtin_object_size(buffer, 0);
    __builtin_memcpy(buffer, "abc", 4);
    (void)size;
    printf("%s\n", buffer);
}
