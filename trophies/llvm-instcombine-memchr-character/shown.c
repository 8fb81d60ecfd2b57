/* Prints 1: the character that is looked for is converted to unsigned char (C17, 7.24.5.1).
   clang-19 -O2 prints 0. */
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) int has(int c) {
    return memchr("abcdefghijklmnopqrstuvwxyz", c, 15) != 0;
}

int main(void) {
    printf("%d\n", has(0x100 + 'j'));
    return 0;
}
