//@ verdict: undefined
//@ rule: double-free
//@ witness: asan
// C17 7.22.3.3p2: Releasing null does nothing; releasing twice is undefined.
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int main(void) {
    char *p = malloc(4);
    free(p);
    free(p); //~
    printf("done\n");
}
