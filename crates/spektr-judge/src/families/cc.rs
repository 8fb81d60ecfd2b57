//! What C compilers have in common: how they are probed, their usual levels, and how their
//! complaints read.

use super::{Words, common_words, line_with};
use crate::compilers::{Bench, Compiler, sift};
use crate::config::{Axis, AxisKind, AxisRow};
use spektr_wing::WitnessSpec;
use std::io;
use std::path::{Path, PathBuf};

const PROGRAM: &str =
    "int f(int x) { int s = 0; for (int i = 0; i < x; i++) s += i * x; return s; }\n";

const WHOLE: &str = "#include <stdio.h>\nint main(void) { puts(\"x\"); return 0; }\n";

const CPLUSPLUS: &str = "#include <vector>\nint main() { std::vector<int> v(1); return v[0]; }\n";

pub(super) const ROWS: [AxisRow; 6] = [
    AxisRow::one("opt-level", "-O{}"),
    AxisRow::one("target-cpu", "-march={}"),
    AxisRow::one("lto", "-flto={}"),
    AxisRow::one("debuginfo", "-g{}"),
    AxisRow::one("sanitizer", "-fsanitize={}"),
    AxisRow::few("flags", "{}"),
];

/// Version, which of `flags` it takes, and whether it links C and C++ programs.
pub(super) fn probe(bench: &Bench<'_>, compiler: &mut Compiler, flags: &[&str]) -> io::Result<()> {
    bench.put("probe.c", PROGRAM)?;
    bench.put("whole.c", WHOLE)?;
    bench.put("whole.cpp", CPLUSPLUS)?;
    let accepted = sift(flags, &mut |flags| {
        let mut args = vec!["-c", "probe.c", "-o", "probe.o"];
        args.extend(flags.iter().flat_map(|flag| flag.split(' ')));
        let ran = bench.run(compiler, &args).map_err(|error| error.to_string())?;
        if ran.success() { Ok(()) } else { Err(ran.complaint()) }
    });
    compiler.abilities.flags = accepted;
    let told = bench.run(compiler, &["-v"])?;
    compiler.version.details = details(&String::from_utf8_lossy(&told.stderr));
    compiler.abilities.baseline = Some(vec!["-O0".to_owned()]);
    if bench.run(compiler, &["whole.c", "-o", "whole"])?.success() {
        compiler.abilities.features.push("c".to_owned());
    }
    if bench.run(compiler, &["-x", "c++", "whole.cpp", "-o", "whole", "-lstdc++"])?.success() {
        compiler.abilities.features.push("c++".to_owned());
    }
    for (flag, name) in [
        ("-fsanitize=address", "address"),
        ("-fsanitize=undefined", "undefined"),
        ("-fsanitize=memory", "memory"),
    ] {
        // A flag that is taken says nothing: the runtime has to be there to be linked.
        if bench.run(compiler, &["whole.c", "-o", "whole", flag])?.success() {
            compiler.abilities.sanitizers.push(name.to_owned());
        }
    }
    Ok(())
}

/// What of `-v` a tracker wants to know; where things lie is nobody's business.
fn details(text: &str) -> Vec<String> {
    const WANTED: [&str; 3] = ["Target: ", "Configured with: ", "Thread model: "];
    let wanted = text.lines().filter(|line| WANTED.iter().any(|start| line.starts_with(start)));
    wanted.map(str::to_owned).collect()
}

/// The key under which the compiler for C++ is known that comes with one for C.
const CPLUSPLUS_COMPILER: &str = "c++";

/// An interpreter of programs without input, which has rules of its own.
const FRAMA_C: &str = "frama-c";

pub(super) const COMPANIONS: [&str; 2] = [CPLUSPLUS_COMPILER, FRAMA_C];

/// Notes what lies beside a compiler for C: the one for C++, and Frama-C.
pub(super) fn companions(compiler: &mut Compiler, stem: &str, cplusplus: &str) {
    let Some(program) = compiler.command.first().map(PathBuf::from) else { return };
    let interpreter = Some(program.with_file_name(FRAMA_C));
    let found = [beside(&program, stem, cplusplus), interpreter];
    for (key, path) in COMPANIONS.into_iter().zip(found) {
        if let Some(path) = path.filter(|path| path.is_file()) {
            let path = path.to_string_lossy().into_owned();
            compiler.abilities.companions.entry(key.to_owned()).or_insert(path);
        }
    }
}

/// `g++-12` for `gcc-12`.
fn beside(program: &Path, stem: &str, cplusplus: &str) -> Option<PathBuf> {
    let version = program.file_name()?.to_str()?.strip_prefix(stem)?;
    Some(program.with_file_name(format!("{cplusplus}{version}")))
}

/// Sanitizers are witnesses where their runtime is there to be linked; others are programs of
/// their own.
pub(super) fn lend(compiler: &Compiler, witness: &WitnessSpec) -> Result<Compiler, String> {
    if let Some(program) = compiler.abilities.companions.get(witness.name) {
        let mut host = compiler.clone();
        host.name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().into();
        host.command = vec![program.clone()];
        host.abilities.always.clear();
        return Ok(host);
    }
    match compiler.abilities.sanitizers.iter().any(|name| name == witness.name) {
        true => Ok(compiler.clone()),
        false => Err(format!("{} has no {}", compiler.name, witness.title)),
    }
}

/// Some of the flags that no level switches on, where a compiler takes them.
pub(super) fn added_axis(compiler: &Compiler, added: &[&str]) -> Axis {
    let taken = added.iter().filter(|flag| compiler.accepts(flag));
    let of = taken.map(|flag| flag.split(' ').map(str::to_owned).collect()).collect();
    let kind = AxisKind::Few { permille: 400, most: 3, of };
    Axis { name: "added".to_owned(), kind }
}

/// Levels as people use them.
pub(super) fn usual() -> Vec<(Vec<String>, u32)> {
    let levels = [("-O2", 40), ("-O3", 35), ("-Os", 15), ("-O1", 10)];
    levels.map(|(level, weight)| (vec![level.to_owned()], weight)).to_vec()
}

pub(super) fn levels() -> Vec<Vec<String>> {
    ["-O0", "-O1", "-O2", "-O3", "-Os"].map(|level| vec![level.to_owned()]).to_vec()
}

/// Reads a failure; `internal` says whether it was the compiler's own.
pub(super) fn read(stderr: &str, internal: impl Fn(&str) -> Option<String>) -> Words {
    if let Some(words) = common_words(stderr) {
        return words;
    }
    // A driver tells how the compiler proper ended.
    let killed = ["Killed signal terminated", "Terminated signal terminated", "command: Killed"];
    if let Some(line) = line_with(stderr, &killed) {
        return Words::Hindered { message: line.to_owned() };
    }
    if let Some(signature) = internal(stderr) {
        return Words::InternalError { signature };
    }
    let linker = ["collect2: error", "linker command failed", "ld: ", "ld returned"];
    if let Some(line) = line_with(stderr, &linker) {
        return Words::Hindered { message: line.to_owned() };
    }
    let error = line_with(stderr, &["error:", "error "]).or_else(|| stderr.lines().next());
    Words::Rejected { signature: without_place(error.unwrap_or("no message").trim()) }
}

/// The message of `FILE:LINE:COLUMN: error: MESSAGE`, its numbers and quoted names gone.
fn without_place(line: &str) -> String {
    let message = line.split_once("error: ").map_or(line, |(_, message)| message);
    format!("error: {}", quoting_nothing(message))
}

/// Names in quotes and numbers are the program's.
pub(super) fn quoting_nothing(message: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let mut digits = false;
    for c in message.chars() {
        match c {
            '\'' | '‘' | '’' | '`' | '"' => {
                if !quoted {
                    out.push('…');
                }
                quoted = !quoted;
            }
            _ if quoted => {}
            '0'..='9' if digits => continue,
            '0'..='9' => {
                out.push('N');
                digits = true;
                continue;
            }
            _ => out.push(c),
        }
        digits = false;
    }
    out.chars().take(240).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_name_no_directories() {
        let text = "Using built-in specs.\nCOLLECT_GCC=/usr/bin/gcc-12\nTarget: x86_64-linux-gnu\n\
                    Configured with: ../src/configure -v\nInstalledDir: /usr/bin\n";
        let wanted = ["Target: x86_64-linux-gnu", "Configured with: ../src/configure -v"];
        assert_eq!(details(text), wanted);
    }

    #[test]
    fn the_cplusplus_compiler_is_the_one_beside() {
        let beside = |program: &str| beside(Path::new(program), "gcc", "g++");
        assert_eq!(beside("/opt/bin/gcc-12"), Some(PathBuf::from("/opt/bin/g++-12")));
        assert_eq!(beside("/opt/bin/cc"), None);
    }
}
