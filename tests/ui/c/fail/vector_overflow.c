//@ verdict: undefined
//@ rule: signed-overflow
//@ witness: none: lanes of vectors are not checked
// GCC 6.52: Lanes are added as scalars are.
int printf(const char *, ...);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
    v4 v = {1, 2, 3, 2147483647}, w = {1, 1, 1, 1};
    v = v + w; //~
    printf("%d\n", v[0]);
}
