//! Small programs, compiled here: known blocks are reached, and no program notices that it is
//! watched.
#![cfg(target_arch = "x86_64")]

use spektr_scope::{Library, Module, Output, Scope, Traced, Wanted, stopped};
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// A directory with a compiled program, and a scope on it.
struct Trial {
    directory: TempDir,
    program: PathBuf,
    scope: Scope,
}

/// What one run showed.
struct Shown {
    traced: Traced,
    fresh: usize,
    stdout: String,
}

impl Trial {
    /// `None`, with a line that says so, where there is no C compiler.
    fn new(source: &str, flags: &[&str]) -> Option<Trial> {
        let directory = tempfile::tempdir().unwrap();
        let program = directory.path().join("program");
        if !compile(source, &program, flags) {
            eprintln!("skipped: cc cannot build this here");
            return None;
        }
        let wanted = Wanted::Named(vec!["program".to_owned(), "libpart".to_owned()]);
        let copies = directory.path().join("copies");
        let scope = Scope::new(Arc::new(Library::new(None)), &copies, wanted).unwrap();
        Some(Trial { directory, program, scope })
    }

    fn run(&self, arguments: &[&str]) -> Shown {
        let stdout = self.directory.path().join("stdout");
        let output = Output { stdout: Some(File::create(&stdout).unwrap()), stderr: None };
        let mut command = vec![OsString::from(&self.program)];
        command.extend(arguments.iter().map(OsString::from));
        let pid = stopped(&command, &output).unwrap();
        let mut fresh = 0;
        let traced = self.scope.trace(pid, &mut |_, _| fresh += 1).unwrap();
        Shown { traced, fresh, stdout: fs::read_to_string(stdout).unwrap() }
    }

    /// The same without a scope.
    fn plain(&self, arguments: &[&str]) -> String {
        let output = Command::new(&self.program).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Whether the entry of a function was reached.
    fn reached(&self, function: &str) -> bool {
        self.scope
            .coverage()
            .iter()
            .any(|it| entry(&it.module, function).is_some_and(|block| it.reached.contains(&block)))
    }
}

fn entry(module: &Module, function: &str) -> Option<usize> {
    let symbols = module.symbols().unwrap();
    let symbol = symbols.iter().find(|symbol| symbol.name == function)?;
    module.block_at(symbol.offset)
}

fn compile(source: &str, output: &Path, flags: &[&str]) -> bool {
    let file = output.with_extension("c");
    fs::write(&file, source).unwrap();
    let done =
        Command::new("cc").args(["-w", "-O1", "-o"]).arg(output).arg(file).args(flags).output();
    done.is_ok_and(|done| done.status.success())
}

const CHOICE: &str = r#"
#include <stdio.h>
__attribute__((noinline)) int first(int x) { return x > 3 ? printf("big\n") : 1; }
__attribute__((noinline)) int second(int x) { return x * printf("second\n"); }
__attribute__((noinline)) int neither(int x) { return x - printf("neither\n"); }
int main(int count, char **words) {
    if (count > 7) return neither(count);
    return count > 1 ? second(count) > 99 : first(count) > 99;
}
"#;

#[test]
fn blocks_are_reached_once_and_by_who_reaches_them() {
    let Some(trial) = Trial::new(CHOICE, &[]) else { return };
    let one = trial.run(&[]);
    assert_eq!(one.traced.status, 0);
    assert!(one.fresh > 3 && one.traced.hits == one.fresh as u64, "{:?}", one.traced);
    assert!(trial.reached("first") && trial.reached("main"));
    assert!(!trial.reached("second") && !trial.reached("neither"));
    assert_eq!(trial.run(&[]).traced.hits, 0, "nothing is new");
    let two = trial.run(&["x"]);
    assert_eq!(two.stdout, "second\n");
    assert!(two.fresh > 0 && two.fresh < one.fresh, "{} after {}", two.fresh, one.fresh);
    assert!(trial.reached("second") && !trial.reached("neither"));
}

#[test]
fn the_branch_not_taken_is_not_reached() {
    let Some(trial) = Trial::new(CHOICE, &[]) else { return };
    trial.run(&[]);
    let before = trial.scope.coverage()[0].reached.len();
    // `first` has a block for each side; only more arguments than one take another way.
    trial.run(&["1", "2", "3", "4", "5", "6", "7"]);
    let coverage = &trial.scope.coverage()[0];
    assert!(trial.reached("neither") && !trial.reached("second"));
    assert!(coverage.reached.len() > before);
    assert!(coverage.reached.len() < coverage.module.blocks());
}

#[test]
fn threads_run_into_the_same_blocks_at_once() {
    let source = r#"
#include <pthread.h>
#include <stdio.h>
static long sums[8];
__attribute__((noinline)) long step(long x, int k) { return k & 1 ? x * 3 + 1 : x ^ k; }
void *work(void *which) {
    long *sum = which;
    for (int k = 0; k < 2000; k++) *sum = step(*sum, k);
    return 0;
}
int main() {
    pthread_t all[8];
    for (int k = 0; k < 8; k++) pthread_create(&all[k], 0, work, &sums[k]);
    for (int k = 0; k < 8; k++) pthread_join(all[k], 0);
    for (int k = 0; k < 8; k++) printf("%ld\n", sums[k]);
}
"#;
    let Some(trial) = Trial::new(source, &["-pthread"]) else { return };
    let wanted = trial.plain(&[]);
    for _ in 0..3 {
        let shown = trial.run(&[]);
        assert_eq!((shown.traced.status, shown.stdout.as_str()), (0, wanted.as_str()));
    }
    assert!(trial.reached("work") && trial.reached("step"));
}

#[test]
fn children_and_what_they_become_are_followed() {
    let source = r#"
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
__attribute__((noinline)) int forked() { return 3; }
__attribute__((noinline)) int executed() { puts("executed"); fflush(stdout); return 4; }
__attribute__((noinline)) int spawned() { puts("spawned"); fflush(stdout); return 5; }
int main(int count, char **words) {
    if (count > 1) return words[1][0] == 's' ? spawned() : executed();
    int status, sum = 0;
    if (!fork()) _exit(forked());
    wait(&status); sum += WEXITSTATUS(status);
    if (!fork()) { execl(words[0], words[0], "e", NULL); _exit(99); }
    wait(&status); sum += WEXITSTATUS(status);
    pid_t child; char *line[] = {words[0], "s", NULL};
    if (posix_spawn(&child, words[0], 0, 0, line, environ)) return 98;
    wait(&status); sum += WEXITSTATUS(status);
    printf("%d\n", sum);
    return sum;
}
"#;
    let Some(trial) = Trial::new(source, &[]) else { return };
    let shown = trial.run(&[]);
    assert_eq!(shown.stdout, "executed\nspawned\n12\n");
    assert_eq!(libc_status(shown.traced.status), Ok(12));
    assert_eq!(shown.traced.executed, 3);
    assert!(["forked", "executed", "spawned"].iter().all(|it| trial.reached(it)));
    assert_eq!(trial.run(&[]).traced.hits, 0);
}

/// An exit status, or the signal that was the end.
fn libc_status(status: i32) -> Result<i32, i32> {
    if status & 0x7f == 0 { Ok(status >> 8 & 0xff) } else { Err(status & 0x7f) }
}

#[test]
fn signals_arrive_as_they_were_sent() {
    let source = r#"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int seen;
static sigjmp_buf back;
void note(int signal) { seen += signal; }
void jump(int signal) { siglongjmp(back, signal); }
int main(int count, char **words) {
    signal(SIGUSR1, note); signal(SIGSEGV, jump); signal(SIGCONT, note);
    raise(SIGUSR1); kill(getpid(), SIGUSR1);
    int fell = sigsetjmp(back, 1);
    if (!fell) *(volatile int *)8 = 1;
    pid_t child = fork();
    if (!child) { raise(SIGSTOP); _exit(7); }
    int status;
    waitpid(child, &status, WUNTRACED);
    int stopped = WIFSTOPPED(status);
    kill(child, SIGCONT);
    waitpid(child, &status, 0);
    printf("%d %d %d %d\n", seen, fell, stopped, WEXITSTATUS(status));
    fflush(stdout);
    if (count > 1) abort();
}
"#;
    let Some(trial) = Trial::new(source, &[]) else { return };
    let shown = trial.run(&[]);
    assert_eq!(shown.stdout, "20 11 1 7\n");
    assert_eq!(shown.stdout, trial.plain(&[]));
    assert_eq!(libc_status(trial.run(&["x"]).traced.status), Err(6), "it aborts");
}

#[test]
fn a_breakpoint_of_the_program_is_its_own() {
    let source = r#"
#include <signal.h>
#include <stdio.h>
static volatile int traps;
void trap(int signal) { traps++; }
__attribute__((naked, noinline)) void at_once() { __asm__("int3; ret"); }
__attribute__((noinline)) int later(int x) { if (x) __asm__ volatile("int3"); return x; }
int main(int count, char **words) {
    signal(SIGTRAP, trap);
    for (int k = 0; k < 3; k++) { at_once(); later(k & 1); raise(SIGTRAP); }
    printf("%d\n", traps);
    fflush(stdout);
    signal(SIGTRAP, SIG_DFL);
    if (count > 1) at_once();
}
"#;
    let Some(trial) = Trial::new(source, &[]) else { return };
    for _ in 0..2 {
        assert_eq!(trial.run(&[]).stdout, "7\n");
    }
    assert_eq!(libc_status(trial.run(&["x"]).traced.status), Err(5), "it dies of its own");
    assert!(trial.reached("later"));
}

#[test]
fn libraries_that_come_and_go() {
    let source = r#"
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **words) {
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        void *library = dlopen(words[1], RTLD_NOW);
        if (!library) return 9;
        int (*part)(int) = (int (*)(int))dlsym(library, "part");
        sum += part(k);
        dlclose(library);
    }
    printf("%d\n", sum);
}
"#;
    let Some(trial) = Trial::new(source, &["-ldl"]) else { return };
    let library = trial.directory.path().join("libpart.so");
    let part = "__attribute__((constructor)) void begin(void) { }
        int part(int x) { return x > 1 ? x * 100 : x + 1; }";
    assert!(compile(part, &library, &["-shared", "-fPIC"]));
    let shown = trial.run(&[library.to_str().unwrap()]);
    assert_eq!((shown.traced.status, shown.stdout.as_str()), (0, "203\n"));
    assert!(trial.reached("part") && trial.reached("begin"), "constructors are seen too");
}

#[test]
fn programs_without_a_loader() {
    let Some(trial) = Trial::new(CHOICE, &["-static"]) else { return };
    let shown = trial.run(&["x"]);
    assert_eq!((shown.traced.status, shown.stdout.as_str()), (0, "second\n"));
    assert!(trial.reached("second") && !trial.reached("first"));
}

/// Data beside code must not be changed, whatever it looks like.
#[test]
fn data_inside_functions_is_left_alone() {
    let source = r#"
#include <stdio.h>
int table(int), word(void), skip(int);
__asm__(".text\n.type table,@function\ntable:\n.cfi_startproc\n"
        "lea 1f(%rip),%rdx\nmovzbl (%rdx,%rdi),%eax\nret\n1:.byte 0x90,0x50,0x58,0x90\n"
        ".cfi_endproc\n.size table,.-table\n"
        ".type word,@function\nword:\n.cfi_startproc\n"
        "jmp 2f\n1:.long 0x90585090\n2:mov 1b(%rip),%eax\nret\n"
        ".cfi_endproc\n.size word,.-word\n"
        // A jump over a prefix: two instructions that share bytes.
        ".type skip,@function\nskip:\n.cfi_startproc\n"
        "xor %eax,%eax\ntest %edi,%edi\nje 1f+1\n1: lock incl -8(%rsp)\nret\n"
        ".cfi_endproc\n.size skip,.-skip\n");
int main() { printf("%d %d %x %d\n", table(1), table(2), word(), skip(0)); }
"#;
    let Some(trial) = Trial::new(source, &["-Wl,-z,noexecstack"]) else { return };
    let shown = trial.run(&[]);
    assert_eq!(shown.stdout, "80 88 90585090 0\n", "{:?}", libc_status(shown.traced.status));
    for function in ["table", "word", "skip"] {
        assert!(trial.reached(function), "{function}");
    }
    assert_eq!(trial.scope.coverage()[0].module.leaders.distrusted, 3);
}

/// Where the copy cannot be mapped, breakpoints are written into the process.
#[test]
fn a_process_that_cannot_open_the_copy() {
    let Some(trial) = Trial::new(CHOICE, &[]) else { return };
    let one = trial.run(&[]);
    for copy in fs::read_dir(trial.directory.path().join("copies")).unwrap() {
        fs::remove_file(copy.unwrap().path()).unwrap();
    }
    let two = trial.run(&["x"]);
    assert_eq!((two.traced.status, two.stdout.as_str()), (0, "second\n"));
    assert!(one.fresh > 0 && two.fresh > 0 && trial.reached("second"));
}

/// What was reached before is not reached again, and nothing stops there.
#[test]
fn a_scope_after_another() {
    let Some(trial) = Trial::new(CHOICE, &[]) else { return };
    let one = trial.run(&[]);
    let before = trial.scope.coverage();
    let before = before.iter().map(|it| (it.module.build.clone(), it.offsets())).collect();
    let copies = trial.directory.path().join("later");
    let wanted = Wanted::Named(vec!["program".to_owned()]);
    let scope = Scope::new(Arc::new(Library::new(None)), &copies, wanted).unwrap().after(before);
    let later = Trial { scope, ..trial };
    assert_eq!(later.run(&[]).traced.hits, 0);
    let two = later.run(&["x"]);
    assert!(two.fresh > 0 && two.fresh < one.fresh);
    assert!(later.reached("first") && later.reached("second"));
}

/// The machine's own compiler, watched and not: the same bytes.
#[test]
fn a_compiler_says_the_same_when_it_is_watched() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    if !compile(CHOICE, &path("program"), &[]) {
        eprintln!("skipped: cc cannot build this here");
        return;
    }
    let wanted = Wanted::Named(vec!["cc1".to_owned(), "cc".to_owned()]);
    let library = Arc::new(Library::new(Some(path("cache"))));
    let scope = Scope::new(library, &path("copies"), wanted).unwrap();
    let command = |output: &str| {
        let words = ["cc", "-O1", "-S", "-o"].map(OsString::from);
        let paths = [path(output), path("program.c")].map(PathBuf::into_os_string);
        words.into_iter().chain(paths).collect::<Vec<_>>()
    };
    let watch = |output: &str| {
        let pid = stopped(&command(output), &Output::default()).unwrap();
        scope.trace(pid, &mut |_, _| {}).unwrap()
    };
    let cold = watch("cold.s");
    let warm = watch("warm.s");
    let plain = command("plain.s");
    assert!(Command::new(&plain[0]).args(&plain[1..]).status().unwrap().success());
    let [cold_text, warm_text, plain_text] =
        ["cold.s", "warm.s", "plain.s"].map(|name| fs::read(path(name)).unwrap());
    assert!(cold_text == plain_text && warm_text == plain_text);
    assert_eq!((cold.status, warm.status), (0, 0));
    assert!(cold.hits > 1000, "{cold:?}");
    assert!(warm.hits * 20 < cold.hits, "{warm:?} after {cold:?}");
}
