/* Runs the programs of one build, each in a process of its own: what a sanitizer's runtime needs
   to start is paid once. Arguments: a directory, then the numbers of programs. Each program's
   output goes to N.out and N.err there, and one line "N STATUS" to standard output. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int programs(int argc, char **argv);

static void redirect(const char *directory, const char *number, const char *ending, int to)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", directory, number, ending);
    int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    if (file < 0 || dup2(file, to) < 0)
        _exit(125);
}

/* What a program finds where it gave nothing a value: not the zeros of a new process. */
__attribute__((noinline)) static void leave_traces(void)
{
    volatile unsigned char traces[65536];
    for (unsigned at = 0; at < sizeof traces; at++)
        traces[at] = 0xA5 ^ at;
}

int main(int argc, char **argv)
{
    for (int at = 2; at < argc; at++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            char name[] = "program";
            char *args[] = { name, argv[at], NULL };
            struct rlimit seconds = { 2, 2 };
            setrlimit(RLIMIT_CPU, &seconds);
            alarm(20);
            redirect(argv[1], argv[at], "out", 1);
            redirect(argv[1], argv[at], "err", 2);
            leave_traces();
            exit(programs(2, args));
        }
        int status = 0;
        waitpid(child, &status, 0);
        printf("%s %d\n", argv[at], status);
    }
    return 0;
}
