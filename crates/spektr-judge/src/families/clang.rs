//! clang: C and C++, bisected by LLVM's own counter.

use super::{Family, View, Words, cc, is_stem_with_version};
use crate::compilers::{Advice, Bench, Bisect, Compiler};
use crate::config::{Axis, AxisKind, AxisRow};
use spektr_wing::WitnessSpec;
use std::io;

pub struct Clang;

pub(super) const LLVM: &str = "LLVM";

const FLAGS: [&str; 14] = [
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-Oz",
    "-march=native",
    "-flto",
    "-g",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-strict-aliasing",
    "-fno-inline",
    "-mllvm -opt-bisect-limit=-1",
];

/// What no level switches on and what changes nothing of a defined program: passes of LLVM that
/// are there and wait, other costs, and promises that make more programs defined. What a clang
/// does not know is sifted out.
const ADDED: [&str; 18] = [
    "-ffinite-loops",
    "-fno-finite-loops",
    "-fstack-protector-all",
    "-ftrapv",
    "-ftrivial-auto-var-init=pattern",
    "-fwrapv",
    "-fzero-call-used-regs=all",
    "-mllvm -aggressive-ext-opt",
    "-mllvm -enable-dfa-jump-thread",
    "-mllvm -enable-gvn-hoist",
    "-mllvm -enable-gvn-sink",
    "-mllvm -enable-loop-distribute",
    "-mllvm -enable-loop-flatten",
    "-mllvm -enable-loopinterchange",
    "-mllvm -enable-unroll-and-jam",
    "-mllvm -extra-vectorizer-passes",
    "-mllvm -force-vector-width=4",
    "-mllvm -unroll-runtime",
];

impl Family for Clang {
    fn name(&self) -> &'static str {
        "clang"
    }

    fn is_called(&self, file: &str) -> bool {
        is_stem_with_version(file, "clang")
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        bench.ask_version(compiler, "--version")?;
        let release = compiler.version.release.as_ref();
        compiler.version.built_on = release.map(|release| format!("LLVM {release}"));
        let flags: Vec<&str> = FLAGS.into_iter().chain(ADDED).collect();
        cc::probe(bench, compiler, &flags)?;
        cc::companions(compiler, "clang", "clang++");
        let args = ["-c", "probe.c", "-o", "probe.o", "-O2", "-mllvm", "-opt-bisect-limit=1"];
        let ran = bench.run(compiler, &args)?;
        if String::from_utf8_lossy(&ran.stderr).contains("BISECT: ") {
            compiler.abilities.bisects.push(Bisect {
                layer: LLVM.to_owned(),
                limit: "-mllvm -opt-bisect-limit={}".into(),
                also: Vec::new(),
                leave_out: Some("-mllvm -opt-disable={}".into()),
            });
        }
        Ok(())
    }

    fn companions(&self) -> &'static [&'static str] {
        &cc::COMPANIONS
    }

    fn parts(&self) -> &'static [&'static str] {
        &["clang", "libclang-cpp", "libLLVM"]
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &cc::ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        cc::usual()
    }

    fn axes(&self, compiler: &Compiler) -> Vec<Axis> {
        let levels = [("-O3", 45), ("-O2", 25), ("-Os", 10), ("-Oz", 10), ("-O1", 10)];
        let mut axes = vec![Axis::one("opt-level", &levels)];
        if compiler.accepts("-march=native") {
            axes.push(Axis::one("target-cpu", &[("", 70), ("-march=native", 30)]));
        }
        let off = FLAGS.iter().filter(|flag| flag.starts_with("-fno-") && compiler.accepts(flag));
        let of = off.map(|&flag| vec![flag.to_owned()]).collect();
        let kind = AxisKind::Few { permille: 250, most: 2, of };
        axes.push(Axis { name: "passes".to_owned(), kind });
        axes.push(cc::added_axis(compiler, &ADDED));
        if compiler.abilities.sanitizers.iter().any(|name| name == "undefined") {
            let flags = "-fsanitize=undefined";
            axes.push(Axis::one("sanitizer", &[("", 95), (flags, 5)]));
        }
        axes
    }

    fn levels(&self, compiler: &Compiler) -> Vec<Vec<String>> {
        let mut levels = cc::levels();
        levels.push(vec!["-Oz".to_owned()]);
        if compiler.accepts("-march=native") {
            levels.push(vec!["-O3".to_owned(), "-march=native".to_owned()]);
        }
        levels
    }

    fn words(&self, stderr: &str) -> Words {
        cc::read(stderr, internal)
    }

    fn refuses_flags(&self, diagnostics: &str) -> bool {
        let phrases = ["unknown argument", "Unknown command line argument", "unsupported option"];
        phrases.iter().any(|phrase| diagnostics.contains(phrase))
    }

    fn view(&self, _: &Compiler, layer: &str, _: &str) -> Option<View> {
        let file = "view.ll".to_owned();
        let words = ["-S", "-emit-llvm", "-o", "view.ll"].map(str::to_owned).to_vec();
        (layer == LLVM).then_some(View::Snapshot { flags: words, file })
    }

    fn lend(&self, compiler: &Compiler, witness: &WitnessSpec) -> Result<Compiler, String> {
        cc::lend(compiler, witness)
    }

    fn advice(&self, found: &[&Compiler]) -> Vec<Advice> {
        if !found.is_empty() {
            return Vec::new();
        }
        let gain = "C programs and LLVM's passes, and sanitizers as witnesses".to_owned();
        vec![Advice { install: "clang".into(), gain }]
    }
}

/// Beginnings of messages in which LLVM admits a fault of its own.
const LLVM_FAULTS: [&str; 9] = [
    "LLVM ERROR: ",
    "fatal error: error in backend: ",
    "Instruction does not dominate all uses!",
    "Broken module found",
    "Broken function found",
    "PHI node entries do not match predecessors!",
    "PHINode should have one entry for each predecessor",
    "Call parameter type does not match function signature!",
    "Stored value type does not match pointer operand type!",
];

/// The signature of an internal error of LLVM or of a front end built on it.
pub(super) fn internal(stderr: &str) -> Option<String> {
    let assertion = stderr.lines().find_map(|line| {
        let at = line.find("Assertion `")?;
        line.trim_end().ends_with("failed.").then(|| line[at..].trim().to_owned())
    });
    let fault = || {
        let line = stderr.lines().find(|line| LLVM_FAULTS.iter().any(|it| line.contains(it)))?;
        let message = line.split_once("LLVM ERROR: ").map_or(line, |(_, message)| message);
        Some(cc::quoting_nothing(message.trim()))
    };
    let unreachable = || {
        let line = stderr.lines().find(|line| line.starts_with("UNREACHABLE executed"))?;
        Some(cc::quoting_nothing(line))
    };
    let crashed = stderr.contains("PLEASE submit a bug report") || stderr.contains("Stack dump:");
    let mut parts: Vec<String> =
        assertion.or_else(fault).or_else(unreachable).into_iter().collect();
    if crashed || !parts.is_empty() {
        parts.extend(pass(stderr).map(|pass| format!("in pass {pass}")));
        parts.extend(frames(stderr));
    }
    match parts.is_empty() {
        true if crashed => Some("crash".to_owned()),
        true => None,
        false => Some(parts.join(" | ")),
    }
}

/// The innermost pass of a stack dump.
fn pass(stderr: &str) -> Option<String> {
    let line = stderr.lines().rfind(|line| line.contains("Running pass "))?;
    let (_, rest) = line.split_once("Running pass ")?;
    let name = rest.trim_start_matches(['"', '\'']).split(['"', '\'']).next()?;
    Some(cc::quoting_nothing(name))
}

/// The innermost functions of a crash that belong to the compiler: `#4 0x… llvm::f(…) (lib+0x…)`.
fn frames(stderr: &str) -> Option<String> {
    const ENOUGH: usize = 2;
    let functions = stderr.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?;
        let (_, rest) = rest.split_once(" 0x")?;
        let (_, name) = rest.split_once(' ')?;
        let name = name.split('(').next()?.trim();
        let own = name.contains("::") && !name.contains("PrintStackTrace");
        (own && !name.contains("SignalHandler")).then(|| name.to_owned())
    });
    let names: Vec<String> = functions.take(ENOUGH).collect();
    (!names.is_empty()).then(|| format!("in {}", names.join(" < ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crashes_have_a_pass_and_functions() {
        let text = "PLEASE submit a bug report to https://example.org and include the crash backtrace\n\
            Stack dump:\n0.\tProgram arguments: clang -O2 x.c\n\
            3.\tRunning pass \"instcombine<max-iterations=1>\" on function \"f\"\n\
             #0 0x00007f llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/usr/lib/libLLVM.so+0x1)\n\
             #1 0x00007f SignalHandler(int) Signals.cpp:0:0\n\
             #3 0x00007f llvm::InstCombinerImpl::visitAdd(llvm::BinaryOperator&) (/usr/lib/x.so+0x2)\n";
        assert_eq!(
            internal(text).as_deref(),
            Some("in pass instcombine<max-iterations=N> | in llvm::InstCombinerImpl::visitAdd")
        );
        assert_eq!(internal("x.c:1:1: error: expected ';'"), None);
        let backend = "fatal error: error in backend: Cannot select: t12: i128 = foo\n";
        assert!(internal(backend).is_some_and(|it| it.contains("Cannot select")));
    }
}
