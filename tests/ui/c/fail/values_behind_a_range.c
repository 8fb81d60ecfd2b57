//@ verdict: undefined
//@ rule: out-of-bounds
//@ witness: ubsan
// GCC 6.29: A range of elements gives the array its length.
int printf(const char *, ...);
struct p { int a[2], b; };
static struct p all[] = { [0 ... 2].a[1] = 4, 5 };
int main(void) {
    int n = 3;
    printf("%d\n", all[n].b); //~
}
