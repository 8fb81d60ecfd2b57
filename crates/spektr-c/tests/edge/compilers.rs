//! Compilers and sanitizers say the same as the machine. A larger sample:
//! `SPEKTR_EDGE_PROGRAMS=5000 cargo test -p spektr-c --test edge compilers`.

use std::path::Path;
use std::process::Command;

use spektr_c::edge::{Policy, generate};
use spektr_c::print;

fn compiled(compiler: &[&str], source: &Path, program: &Path) -> bool {
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).args(["-std=gnu17", "-w"]).arg(source).arg("-o").arg(program);
    command.status().is_ok_and(|status| status.success())
}

#[test]
fn defined_programs_print_what_the_machine_says_and_no_sanitizer_objects() {
    let programs: u64 =
        std::env::var("SPEKTR_EDGE_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    if Command::new("gcc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no gcc");
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let (source, program) = (directory.path().join("p.c"), directory.path().join("p"));
    let policy = Policy::default();
    let mut defined = 0;
    for seed in 0..programs {
        let made = generate(seed, &policy, Some(60));
        if made.ending.is_err() {
            continue;
        }
        defined += 1;
        std::fs::write(&source, &print::print(&made.program)[0].text).expect("it is written");
        let sanitized: [&[&str]; 2] = [
            &["gcc", "-O0"],
            &["gcc", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        ];
        for compiler in sanitized {
            assert!(compiled(compiler, &source, &program), "seed {seed} {compiler:?}");
            let ran = Command::new(&program)
                .env("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1")
                .output()
                .expect("it runs");
            let words = String::from_utf8_lossy(&ran.stderr);
            assert!(ran.status.success(), "seed {seed} {compiler:?}: {words}");
            assert_eq!(ran.stdout, made.stdout, "seed {seed} {compiler:?}");
        }
    }
    assert!(defined > 0);
}
