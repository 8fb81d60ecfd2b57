//! Programs read again by the machine, then built by several compilers and run. Programs share a
//! compilation; what each came to is a line of a log, by which a campaign that was interrupted
//! goes on.

use std::fs;
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use spektr_c::generate::{Dialect, Generated, Policy, generate};
use spektr_c::machine::{Ending, Machine, Switches};
use spektr_c::syntax::Program;
use spektr_c::{batch, parse, print};

use crate::start;

/// Programs that share a compilation.
const TOGETHER: u64 = 20;

/// Most programs are small, so that many kinds are seen; each of these has the default sizes.
const FULL_SIZE: u64 = 20;
/// And each of these is large.
const LARGE: u64 = 500;

const FUEL: u64 = 100_000_000;

/// What is built with.
pub struct Build {
    pub compiler: &'static str,
    pub flags: &'static [&'static str],
}

const WARNINGS: &[&str] = &["-Wall", "-Wextra", "-pedantic"];

const fn with_warnings(compiler: &'static str) -> Build {
    Build { compiler, flags: WARNINGS }
}

pub const COMPILERS: [Build; 6] = [
    with_warnings("gcc-11"),
    with_warnings("gcc-12"),
    with_warnings("clang-14"),
    with_warnings("clang-16"),
    with_warnings("clang-19"),
    with_warnings("clang-22"),
];

pub const SANITIZERS: [Build; 2] = [
    Build {
        compiler: "clang-19",
        flags: &[
            "-w",
            "-fsanitize=address,undefined,float-cast-overflow",
            "-fno-sanitize-recover=all",
            "-fsanitize-address-use-after-return=always",
        ],
    },
    Build { compiler: "clang-19", flags: &["-w", "-fsanitize=memory"] },
];

pub struct Campaign<'a> {
    dialect: Dialect,
    directory: PathBuf,
    builds: &'a [Build],
}

impl<'a> Campaign<'a> {
    pub fn new(dialect: Dialect, directory: &Path, builds: &'a [Build]) -> Campaign<'a> {
        Campaign { dialect, directory: directory.to_owned(), builds }
    }

    /// Goes on behind the last seed of the log, and says what all of it came to.
    pub fn run(&self, first: u64, count: u64, log: &Path) {
        let end = first + count;
        let known = fs::read_to_string(log).unwrap_or_default();
        let seed = |line: &str| line.split('\t').next().and_then(|it| it.parse::<u64>().ok());
        let next = known.lines().filter_map(seed).max().map_or(first, |last| last + 1);
        let mut file = fs::OpenOptions::new().create(true).append(true).open(log).expect("a log");
        for start in (next..end).step_by(TOGETHER as usize) {
            let text = self.batch(start..(start + TOGETHER).min(end));
            file.write_all(text.as_bytes()).expect("the log is written");
        }
        let text = fs::read_to_string(log).expect("the log is there");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        let bytes: u64 = lines.iter().filter_map(|line| line[1].parse::<u64>().ok()).sum();
        let odd: Vec<&Vec<&str>> = lines.iter().filter(|line| line[2] != "fine").collect();
        println!("{} programs, {bytes} bytes: {} are not fine", lines.len(), odd.len());
        odd.iter().for_each(|line| println!("{}", line.join(" ")));
    }

    /// Lines of the log: seed, bytes, and `fine` or what is wrong.
    fn batch(&self, seeds: Range<u64>) -> String {
        let mut made: Vec<(u64, Generated)> = Vec::new();
        let mut log = String::new();
        for seed in seeds.clone() {
            let generated = generate(self.dialect, seed, &Policy::default(), size(seed));
            let text = &print::print(&generated.program)[0].text;
            let mut words = generated.made.refused.clone();
            words.extend(read_again(self.dialect, text, &generated).err());
            match words.is_empty() {
                true => made.push((seed, generated)),
                false => {
                    log += &format!("{seed}\t{}\t{}\n", text.len(), one_line(&words.join(" ")))
                }
            }
        }
        let mut wrong = vec![String::new(); made.len()];
        for (index, build) in self.builds.iter().enumerate() {
            let standard = seeds.start / TOGETHER + index as u64;
            for (at, words) in self.ask(build, standard, &made) {
                wrong[at] += &format!("{}: {words} ", build.compiler);
            }
        }
        for ((seed, generated), words) in made.iter().zip(wrong) {
            let bytes = print::print(&generated.program)[0].text.len();
            let words = if words.is_empty() { "fine".to_owned() } else { one_line(&words) };
            log += &format!("{seed}\t{bytes}\t{words}\n");
        }
        log
    }

    /// Objections to programs, by their index.
    fn ask(&self, build: &Build, standard: u64, made: &[(u64, Generated)]) -> Vec<(usize, String)> {
        let all: Vec<&Program> = made.iter().map(|(_, made)| &made.program).collect();
        let Err(words) = self.build(build, standard, &all) else {
            let wanted = made.iter().enumerate().flat_map(|(index, (_, made))| {
                [format!("{}\n", marker(index)).into_bytes(), made.stdout.clone()].concat()
            });
            let ran = start("./all", &[], &self.directory);
            if ran.status.success() && ran.stdout == wanted.collect::<Vec<u8>>() {
                return Vec::new();
            }
            let each = made.iter().enumerate();
            return each.filter_map(|(at, (_, made))| Some((at, self.alone(at, made)?))).collect();
        };
        if let [_] = made {
            return vec![(0, words)];
        }
        // Which of them it is about.
        let mut found = Vec::new();
        for (at, (_, made)) in made.iter().enumerate() {
            found.extend(self.build(build, standard, &[&made.program]).err().map(|it| (at, it)));
        }
        if found.is_empty() { vec![(0, format!("only together: {words}"))] } else { found }
    }

    /// What is wrong with one program of those that were built together.
    fn alone(&self, at: usize, made: &Generated) -> Option<String> {
        let ran = start("./all", &[&at.to_string()], &self.directory);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let is_telling = |line: &&str| line.contains("Sanitizer") || line.contains("runtime error");
        if let Some(line) = said.lines().find(is_telling) {
            return Some(line.to_owned());
        }
        if !ran.status.success() {
            return Some(format!("ends with {}", ran.status));
        }
        let stdout = String::from_utf8_lossy(&ran.stdout).into_owned();
        let wanted = String::from_utf8_lossy(&made.stdout);
        let differs = stdout.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted);
        (ran.stdout != made.stdout).then(|| format!("prints something else: {differs:?}"))
    }

    fn build(&self, build: &Build, standard: u64, programs: &[&Program]) -> Result<(), String> {
        let name = self.dialect.file();
        fs::write(self.directory.join(name), batch::text(programs, marker)).expect("a file");
        let mut args = build.flags.to_vec();
        args.extend(["-O0", "-ffp-contract=off", name, "-o", "all"]);
        match self.dialect {
            Dialect::C => args.push("-std=gnu17"),
            Dialect::Cpp => {
                let standards = ["-std=gnu++11", "-std=gnu++14", "-std=gnu++17", "-std=gnu++20"];
                args.extend([standards[standard as usize % standards.len()], "-lstdc++"]);
            }
        }
        let built = start(build.compiler, &args, &self.directory);
        match built.status.success() {
            true => Ok(()),
            false => {
                let said = String::from_utf8_lossy(&built.stderr).into_owned();
                let line = said.lines().find(|line| line.contains("error"));
                Err(format!("does not compile: {}", line.unwrap_or_default()))
            }
        }
    }
}

fn marker(index: usize) -> String {
    format!("== {index}")
}

fn one_line(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn size(seed: u64) -> Option<u32> {
    match seed {
        _ if seed % LARGE == 7 => Some(3000),
        _ if seed.is_multiple_of(FULL_SIZE) => None,
        _ => Some(10 + (seed % 61) as u32),
    }
}

/// The machine on the text, by its strictest reading.
fn read_again(dialect: Dialect, text: &str, made: &Generated) -> Result<(), String> {
    let program = parse::read(&[(dialect.file(), text)]).map_err(|complaint| complaint.rendered)?;
    let mut machine =
        Machine::new(&program, Switches::STRICT).map_err(|complaint| complaint.rendered)?;
    machine.start(&program).map_err(|stop| stop.to_string())?;
    match machine.run(&program, FUEL) {
        Ok(Ending::Exit(0)) if machine.stdout() == made.stdout => Ok(()),
        Ok(_) => Err("means something else when it is read again".to_owned()),
        Err(stop) => Err(machine.diagnose(&program, &stop).render(&program.sources)),
    }
}
