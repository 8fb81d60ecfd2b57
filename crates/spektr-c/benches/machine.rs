//! How fast the machine is: statements of a plain loop per second, and csmith's programs against
//! what `gcc -O0` makes of them, as ratios of CPU time within one run. Seeds can be given as
//! arguments.

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use spektr_c::machine::{Ending, Machine, Switches};
use spektr_c::parse;
use spektr_c::syntax::Program;

const FUEL: u64 = 4_000_000_000;

/// Ten simple statements per iteration, loop head included.
const LOOP: &str = "
static unsigned table[16];
int main(void) {
    unsigned a = 1, b = 2, c = 3;
    int i;
    for (i = 0; i < 100000; i++) {
        a = a + b;
        b = b ^ c;
        c = c * 3u;
        table[i & 15] = a;
        if (a > b)
            a = a - 1u;
        c = c + table[b & 15];
        b = b >> 1;
        a = a | 1u;
    }
    return (int)(a & 1u);
}
";
const STATEMENTS: u64 = 100_000 * 10;

fn read(text: &str) -> Program {
    match parse::read(&[("bench.c", text)]) {
        Ok(program) => program,
        Err(complaint) => panic!("{complaint}"),
    }
}

fn run(program: &Program, machine: &Machine) -> Ending {
    let mut machine = machine.clone();
    let result = machine.start(program).and_then(|()| machine.run(program, FUEL));
    match result {
        Ok(ending) => ending,
        Err(stop) => panic!("{}", machine.diagnose(program, &stop).render(&program.sources)),
    }
}

/// The CPU time of this thread so far.
fn cpu() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The best of some runs: others only tell what else the computer was doing.
fn statements() {
    let program = read(LOOP);
    let machine = Machine::new(&program, Switches::DEFAULT).expect("the loop links");
    let mut best = Duration::MAX;
    for _ in 0..20 {
        let start = cpu();
        black_box(run(&program, &machine));
        best = best.min(cpu() - start);
    }
    let rate = STATEMENTS as f64 / best.as_secs_f64() / 1e6;
    println!("simple statements: {rate:.1} million per second");
}

/// Two programs are compared, each run some times.
fn csmith(seeds: &[u32]) {
    let directory = match tempfile::tempdir() {
        Ok(directory) => directory,
        Err(error) => return eprintln!("no directory for csmith's programs: {error}"),
    };
    let mut ratios = Vec::new();
    for &seed in seeds {
        match compare(directory.path(), seed) {
            Ok(Some((native, machine))) => {
                let ratio = machine.as_secs_f64() / native.as_secs_f64();
                println!(
                    "csmith {seed:3}: gcc -O0 {native:9.1?}, machine {machine:9.1?}: {ratio:.0}x"
                );
                ratios.push(ratio);
            }
            Ok(None) => println!("csmith {seed:3}: does not end soon enough to be compared"),
            Err(why) => return println!("csmith's programs are left out: {why}"),
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        let worst = ratios.last().copied().unwrap_or(*median);
        println!("csmith: {median:.0}x slower than gcc -O0 in the median, {worst:.0}x at worst");
    }
}

/// Calls the program's `main` once and says how many nanoseconds that took.
const TIMER: &str = "
#include <stdio.h>
#include <time.h>
int timed_main(int, char **);
int main(int n, char **v) {
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    timed_main(n, v);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    fprintf(stderr, \"%lld\", (b.tv_sec - a.tv_sec) * 1000000000LL + b.tv_nsec - a.tv_nsec);
}
";
const INCLUDE: &str = "-I/usr/include/csmith";

/// The time of `main` natively and on the machine, the best of some runs each.
fn compare(directory: &Path, seed: u32) -> Result<Option<(Duration, Duration)>, String> {
    let output = |command: &mut Command| {
        let output = command.output().map_err(|error| error.to_string())?;
        output.status.success().then_some(output).ok_or(format!("{command:?} fails"))
    };
    let text =
        output(Command::new("csmith").current_dir(directory).args(["-s", &seed.to_string()]))?
            .stdout;
    let (source, timer) = (directory.join("a.c"), directory.join("timer.c"));
    fs::write(&source, &text[..]).map_err(|error| error.to_string())?;
    fs::write(&timer, TIMER).map_err(|error| error.to_string())?;
    let gcc = || Command::new("gcc");
    let preprocessed = output(gcc().args(["-E", "-w", INCLUDE]).arg(&source))?.stdout;
    let (object, binary) = (directory.join("a.o"), directory.join("a.out"));
    let flags = ["-O0", "-w", INCLUDE, "-Dmain=timed_main", "-c"];
    output(gcc().args(flags).arg(&source).arg("-o").arg(&object))?;
    output(gcc().args(["-O0", "-w"]).arg(&timer).arg(&object).arg("-o").arg(&binary))?;
    let mut native = Duration::MAX;
    for _ in 0..7 {
        let Ok(run) = output(Command::new("timeout").arg("10").arg(&binary)) else {
            return Ok(None);
        };
        let nanoseconds = String::from_utf8_lossy(&run.stderr).parse().unwrap_or(u64::MAX);
        native = native.min(Duration::from_nanos(nanoseconds));
    }
    let program = read(&String::from_utf8_lossy(&preprocessed));
    let fresh = Machine::new(&program, Switches::DEFAULT).map_err(|error| error.to_string())?;
    let mut best = Duration::MAX;
    for _ in 0..7 {
        let mut machine = fresh.clone();
        if machine.start(&program).is_err() {
            return Ok(None);
        }
        let start = cpu();
        if machine.run(&program, FUEL).is_err() {
            return Ok(None);
        }
        best = best.min(cpu() - start);
    }
    Ok(Some((native, best)))
}

fn main() {
    let mut seeds: Vec<u32> = env::args().filter_map(|word| word.parse().ok()).collect();
    if seeds.is_empty() {
        statements();
        seeds.extend(1..=12);
    }
    csmith(&seeds);
}
