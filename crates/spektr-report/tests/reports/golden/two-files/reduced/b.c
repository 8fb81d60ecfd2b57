#include "b.h"

unsigned twice(int i) {
    return 2u * i;
}
