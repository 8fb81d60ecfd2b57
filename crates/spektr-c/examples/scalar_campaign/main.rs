//! Campaigns that measure the scalar generator; the figures of docs/scalar.md come from here.
//!
//!     scalar_campaign compilers c|cpp FIRST COUNT LOG  re-read, six compilers at -O0
//!     scalar_campaign sanitizers c|cpp FIRST COUNT LOG re-read, clang-19's sanitizers
//!     scalar_campaign lines c|cpp FIRST COUNT          lines executed, by gcov

mod batches;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use batches::{COMPILERS, Campaign, SANITIZERS};
use spektr_c::generate::{Dialect, Policy, generate};
use spektr_c::print;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let dialect = |name: &str| if name == "cpp" { Dialect::Cpp } else { Dialect::C };
    let directory = tempfile::tempdir().expect("a directory");
    match words.as_slice() {
        ["compilers", language, first, count, log] => {
            Campaign::new(dialect(language), directory.path(), &COMPILERS).run(
                number(first),
                number(count),
                Path::new(log),
            );
        }
        ["sanitizers", language, first, count, log] => {
            Campaign::new(dialect(language), directory.path(), &SANITIZERS).run(
                number(first),
                number(count),
                Path::new(log),
            );
        }
        ["lines", language, first, count] => {
            lines(dialect(language), number(first), number(count), directory.path());
        }
        _ => {
            eprintln!("usage: scalar_campaign compilers|sanitizers|lines c|cpp FIRST COUNT [LOG]");
            std::process::exit(2);
        }
    }
}

/// How many lines of each program run, by gcov: of all programs together, and the median.
fn lines(dialect: Dialect, first: u64, count: u64, directory: &Path) {
    let (mut shares, mut run_lines, mut all_lines) = (Vec::new(), 0.0, 0.0);
    for seed in first..first + count {
        let made = generate(dialect, seed, &Policy::default(), None);
        let source = dialect.file();
        std::fs::write(directory.join(source), &print::print(&made.program)[0].text)
            .expect("it is written");
        let words = ["-O0", "--coverage", "-w", source, "-o", "program", "-lstdc++"];
        let built = start("gcc", &words, directory);
        assert!(built.status.success(), "seed {seed}");
        start("./program", &[], directory);
        let said = start("gcov", &["-n", "program.gcda"], directory);
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        // What is told of the program comes before what is told of headers.
        let told = said.split("Lines executed:").nth(1).expect("gcov tells");
        let mut numbers = told.split(['%', ' ', '\n']).filter_map(|it| it.parse::<f64>().ok());
        let (share, of) = (numbers.next().expect("a share"), numbers.next().expect("a number"));
        shares.push(share);
        run_lines += share * of / 100.0;
        all_lines += of;
        let _ = std::fs::remove_file(directory.join("program.gcda"));
    }
    shares.sort_by(f64::total_cmp);
    println!(
        "{count} programs: {:.1} % of {all_lines} lines executed, median {:.1} %, least {:.1} %",
        100.0 * run_lines / all_lines,
        shares[shares.len() / 2],
        shares[0]
    );
}

fn start(program: &str, args: &[&str], directory: &Path) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(directory).stdin(Stdio::null());
    command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
}
