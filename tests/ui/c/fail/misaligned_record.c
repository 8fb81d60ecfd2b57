//@ verdict: undefined
//@ rule: misaligned
//@ witness: ubsan
// C17 6.5.3.2p4: `p->m` needs `p` to be aligned for its structure, even if `m` may lie anywhere.
int printf(const char *, ...);
struct inner { long l; char c; };
struct __attribute__((packed)) outer { char c; struct inner inner; };
int main(void) {
    struct outer outer = {1, {2, 3}};
    void *v = &outer.inner;
    struct inner *p = v;
    printf("%d\n", p->c); //~
}
