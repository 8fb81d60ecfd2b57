//! What C compilers have in common: how they are probed, their usual levels, and how their
//! complaints read.

use super::{Words, common_words, line_with};
use crate::compilers::{Bench, Compiler, sift};
use crate::config::AxisRow;
use spektr_wing::WitnessSpec;
use std::io;

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

/// Sanitizers are witnesses where their runtime is there to be linked.
pub(super) fn lend(compiler: &Compiler, witness: &WitnessSpec) -> Result<Compiler, String> {
    match compiler.abilities.sanitizers.iter().any(|name| name == witness.name) {
        true => Ok(compiler.clone()),
        false => Err(format!("{} has no {}", compiler.name, witness.title)),
    }
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
