//@ verdict: undefined
//@ rule: exit-twice
//@ witness: none: glibc lets `exit` be called again
// C17 7.22.4.4p2: `exit` is called once.
int printf(const char *, ...);
void exit(int);
int atexit(void (*)(void));
static void f(void) {
    printf("bye\n");
    exit(0); //~
}
int main(void) {
    atexit(f);
    exit(3);
}
