//@ verdict: undefined
//@ rule: misaligned
//@ witness: ubsan
// C17 6.5.3.2p4: A vector is accessed at a multiple of its alignment.
int printf(const char *, ...);
typedef int v4 __attribute__((vector_size(16)));
static struct __attribute__((packed)) { char c; v4 v; } s;
static int first(v4 *p) { return (*p)[0]; } //~
int main(void) {
    s.v = (v4){ 1, 2, 3, 4 };
    printf("%d\n", first((v4 *)((char *)&s + 1)));
}
