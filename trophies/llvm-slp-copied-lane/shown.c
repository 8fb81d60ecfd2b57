/* clang-22 -O0: 7fa00000; clang-22 -O2: 7fe00000. Element 2 is only copied. */
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) void f(float *restrict d, const float *restrict s) {
    d[0] = s[0] - 1.0f;
    d[1] = s[1] + 1.0f;
    d[2] = s[2];
    d[3] = s[3] + 3.0f;
}

int main(void) {
    unsigned in[4] = {0, 0x3f800000, 0x7fa00000, 0}, out[4];
    float s[4], d[4];
    memcpy(s, in, sizeof in);
    f(d, s);
    memcpy(out, d, sizeof out);
    printf("%x\n", out[2]);
    return 0;
}
