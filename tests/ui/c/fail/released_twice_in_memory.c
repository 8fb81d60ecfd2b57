//@ verdict: undefined
//@ rule: double-free
//@ witness: asan
// C17 7.22.3.3p2: Nor by a pointer that lies in memory.
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
static struct { char *text; } s;
int main(void) {
    s.text = malloc(4);
    free(s.text);
    free((void *)s.text); //~
    printf("end\n");
}
