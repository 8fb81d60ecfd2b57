//@ verdict: ok
//@ prints: 3 3
// C17 6.5.3.2p4: a structure that is packed itself may lie anywhere, and so may its members by name.
int printf(const char *, ...);
struct __attribute__((packed)) inner { long l; char c; };
struct __attribute__((packed)) outer { char c; struct inner inner; };
int main(void) {
    struct outer outer = {1, {2, 3}};
    struct inner *p = &outer.inner;
    printf("%d %d\n", p->c, outer.inner.c);
}
