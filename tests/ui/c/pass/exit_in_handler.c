//@ verdict: ok
//@ prints: bye
//@ status: 3
// C17 7.22.4.4p2: `exit` is called once.
int printf(const char *, ...);
void exit(int);
int atexit(void (*)(void));
static void f(void) {
    printf("bye\n");
}
int main(void) {
    atexit(f);
    exit(3);
}
