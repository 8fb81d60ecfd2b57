//@ verdict: ok
//@ prints: 4 0 4 0 4 5
// GCC 6.29: Values behind a range go on from its last element.
int printf(const char *, ...);
struct p { int a[2], b; };
static struct p all[] = { [0 ... 2].a[1] = 4, 5 };
int main(void) {
    printf("%d %d %d %d %d %d\n", all[0].a[1], all[0].b, all[1].a[1], all[1].b, all[2].a[1],
           all[2].b);
}
