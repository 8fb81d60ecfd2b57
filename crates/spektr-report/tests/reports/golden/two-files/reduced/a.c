#include "b.h"
#include <stdio.h>

int main(void) {
    unsigned s = 0;
    for (int i = 0; i < 4; i++)
        s += twice(i); /* 12 */
    printf("s = %u\n", s);
    return s & 7;
}
