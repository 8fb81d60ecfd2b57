//@ verdict: unspecified
//@ rule: open-value
//@ witness: none: without optimisation it is what a compiler says that cannot tell
// GCC 6.58: What `__builtin_object_size` can tell depends on the optimiser.
int printf(const char *, ...);
int main(void) {
    char buffer[8], *p = buffer + 2;
    if (__builtin_object_size(p, 0) == 6) //~
        printf("known\n");
    printf("end\n");
}
