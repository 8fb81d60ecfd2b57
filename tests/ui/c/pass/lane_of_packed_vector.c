//@ verdict: ok
//@ prints: 1 4
// C17 6.5.3.2p4: One that is packed may lie anywhere.
int printf(const char *, ...);
typedef int v4 __attribute__((vector_size(16)));
static struct __attribute__((packed)) { char c; v4 v; } s;
int main(void) {
    s.v = (v4){ 1, 2, 3, 4 };
    printf("%d %d\n", s.v[0], s.v[3]);
}
