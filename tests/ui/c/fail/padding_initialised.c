//@ verdict: unspecified
//@ rule: padding
//@ reading: strict
//@ witness: none: the bytes are there, and some number
// C17 6.2.6.1p6: A list gives members; what lies between them is unspecified.
int printf(const char *, ...);
void *memcpy(void *, const void *, unsigned long);
static struct { char c; int i; } s = {1, 2};
int main(void) {
    int first;
    memcpy(&first, &s, sizeof first);
    printf("%d\n", first); //~
}
