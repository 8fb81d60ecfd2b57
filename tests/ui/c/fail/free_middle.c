//@ verdict: undefined
//@ rule: bad-free
//@ witness: asan
// C17 7.22.3.3p2: And only by that very pointer.
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int main(void) {
    char *p = malloc(4);
    free(p + 1); //~
    printf("done\n");
}
