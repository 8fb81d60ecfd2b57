//@ verdict: undefined
//@ rule: subobject-bounds
//@ witness: ubsan
// GCC 6.52: A vector has as many lanes as it has.
int printf(const char *, ...);
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
    v4 v = {1, 2, 3, 4};
    int i = 4;
    printf("%d\n", v[i]); //~
}
