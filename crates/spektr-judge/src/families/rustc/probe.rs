//! What a rustc is asked about itself, and how its answers read.

use super::{LLVM, MIR};
use crate::compilers::{Bench, Bisect, Compiler, Toggles, Version, sift};
use crate::sandbox::Ran;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// Compiles without the standard library, contains custom MIR, calls and a loop.
const PROGRAM: &str = r#"#![no_std]
#![no_main]
#![allow(internal_features, non_snake_case, stable_features)]
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(x: i32, b: bool) -> i32 {{
    let bb1 = BasicBlock::Normal;
    let bb2 = BasicBlock::Normal;
    { let RET: i32; let y: i32; let p: *mut i32;
      {{
        { y = x + 1; p = &raw mut y; *p = *p * 3; match b { true => bb1, _ => bb2 } };
        { RET = y; Return() };
        { RET = x; Return() };
        RET
      }}
    }
}}
#[no_mangle]
pub extern "C" fn main(n: i32) -> i32 {
    let mut sum = 0i32;
    let mut i = 0;
    while i != n { sum = sum.wrapping_add(f(i, i & 1 == 0)); i += 1; }
    sum
}
#[panic_handler]
fn on_panic(_: &core::panic::PanicInfo<'_>) -> ! { loop {} }
"#;

/// Words that came with some version, or went. A compiler names all that it does not know.
const WORDS: &str = r"#![no_std]
#![allow(internal_features, stable_features, unused_imports)]
#![feature(custom_mir, core_intrinsics, f16, f128, float_minimum_maximum, never_type)]
pub use core::intrinsics::mir::{Assume, CastPtrToPtr, CastUnsize, PtrMetadata, ReturnTo};
pub use core::intrinsics::{
    carrying_mul_add, cold_path, disjoint_bitor, round_ties_even_f32, select_unpredictable,
    three_way_compare, typed_swap_nonoverlapping,
};
pub use core::intrinsics::simd::simd_saturating_add;
";

/// Storage that is marked as live again on one path only, which is for its users to avoid and
/// none of a validator's business.
const STORAGE: &str = r#"#![no_std]
#![allow(internal_features, non_snake_case)]
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(b: bool) -> i32 {{
    let bb1 = BasicBlock::Normal;
    let bb2 = BasicBlock::Normal;
    { let RET: i32; let x: i32;
      {{
        { RET = 1; match b { true => bb1, _ => bb2 } };
        { StorageLive(x); x = 1; RET = x; Goto(bb2) };
        { StorageLive(x); x = RET; RET = x; StorageDead(x); Return() };
        RET
      }}
    }
}}
"#;

/// A tail call, which had a word long before anything could be built from it. What may be inlined
/// elsewhere is not built at all.
const TAILS: &str = r#"#![no_std]
#![allow(internal_features, non_snake_case)]
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[inline(never)]
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(x: u32) -> u32 {{
    { let RET: u32;
      {{
        { TailCall(g(x)) };
        RET
      }}
    }
}}
#[inline(never)]
pub fn g(x: u32) -> u32 { x }
"#;

/// The odd floats, which had a name long before they were of any use.
const FLOATS: &str = r"#![no_std]
#![feature(f16, f128)]
pub fn f(x: f16, y: f128) -> (u16, u128) { (x.to_bits(), y.to_bits()) }
";

/// How intrinsics are called that once were called otherwise.
const SIGNATURES: &str = r"#![no_std]
#![allow(internal_features)]
#![feature(core_intrinsics)]
pub fn count(x: u8) -> u32 { unsafe { core::intrinsics::ctpop(x) } }
pub fn abs(x: f32) -> f32 { f32::abs(x) }
";

/// A const evaluation that has to be carried out for the crate to be accepted.
const CONST_PROGRAM: &str = r#"#![allow(internal_features, non_snake_case)]
#![feature(custom_mir, core_intrinsics)]
#![crate_type = "lib"]
use std::intrinsics::mir::*;
#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn f(x: i32) -> i32 {{
    { let RET: i32;
      {{
        { RET = x + 1; Return() };
        RET
      }}
    }
}}
const _: () = assert!(f(41) == 42);
"#;

/// Every flag that an axis, the triage or a witness may use. They can all be given at
/// once, so that probing costs one compile if none is refused.
const FLAGS: [&str; 28] = [
    "-Copt-level=3",
    "-Coverflow-checks=off",
    "-Cdebug-assertions=off",
    "-Cdebuginfo=2",
    "-Ctarget-cpu=native",
    "-Ccodegen-units=4",
    "-Clto=fat",
    "-Cno-vectorize-loops",
    "-Cno-vectorize-slp",
    "-Zmir-opt-level=4",
    "-Zmir-opt-bisect-limit=1000000",
    "-Zmir-enable-passes=-GVN",
    "-Zinline-mir=yes",
    "-Zinline-mir-threshold=500",
    "-Zinline-mir-hint-threshold=500",
    "-Zcross-crate-inline-threshold=always",
    "-Zrandomize-layout",
    "-Zlayout-seed=1",
    "-Zvalidate-mir",
    "-Zlint-mir",
    "-Zmir-preserve-ub",
    "-Zmerge-functions=disabled",
    "-Zllvm-writable=yes",
    "-Zdump-mir-dir=dump",
    "-Ztime-passes",
    "-Zextra-const-ub-checks",
    "-Zunleash-the-miri-inside-of-you",
    "-Cllvm-args=-opt-bisect-limit=-1",
];

/// Optimizations that may be left out, in pipeline order. What a rustc does not know is
/// sifted out.
const PASSES: [&str; 39] = [
    "LowerSliceLenCalls",
    "InstSimplify-before-inline",
    "Inline",
    "RemoveStorageMarkers",
    "RemoveZsts",
    "RemoveUnneededDrops",
    "UnreachableEnumBranching",
    "UnreachablePropagation",
    "SimplifyCfg-after-unreachable-enum-branching",
    "MultipleReturnTerminators",
    "InstSimplify-after-simplifycfg",
    "SimplifyConstCondition-after-inst-simplify",
    "SimplifyLocals-before-const-prop",
    "DeadStoreElimination-initial",
    "ScalarReplacementOfAggregates",
    "ReferencePropagation",
    "GVN",
    "SimplifyLocals-after-value-numbering",
    "MatchBranchSimplification",
    "SsaRangePropagation",
    "DataflowConstProp",
    "SingleUseConsts",
    "SimplifyConstCondition-after-const-prop",
    "JumpThreading",
    "EarlyOtherwiseBranch",
    "SimplifyComparisonIntegral",
    "DestinationPropagation",
    "RenameReturnPlace",
    "CopyProp",
    "SimplifyLocals-final",
    "DeadStoreElimination-final",
    "SimplifyConstCondition-final",
    "RemoveNoopLandingPads",
    "SimplifyCfg-final",
    "DeduplicateBlocks",
    "EnumSizeOpt",
    "NormalizeArrayLen",
    "ConstGoto",
    "SeparateConstSwitch",
];

/// Flags of every build: a program of spektr's wraps where custom MIR wraps, and no
/// check that the compiler would insert belongs to it.
const ALWAYS: [&str; 2] = ["-Coverflow-checks=off", "-Cdebug-assertions=off"];

pub(super) fn complete(bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
    let ran = bench.run(compiler, &["-vV"])?;
    if !ran.success() {
        return Err(io::Error::other(format!("-vV failed: {}", ran.complaint())));
    }
    compiler.version = version(&String::from_utf8_lossy(&ran.stdout));
    let release = compiler.version.release.clone().unwrap_or_default();
    if !release.contains("nightly") && !release.contains("dev") {
        compiler.env.entry("RUSTC_BOOTSTRAP".into()).or_insert_with(|| "1".into());
    }
    bench.put("probe.rs", PROGRAM)?;
    bench.put("const.rs", CONST_PROGRAM)?;
    Probe { bench, compiler }.everything()
}

fn version(text: &str) -> Version {
    let field = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
            .filter(|value| *value != "unknown")
            .map(str::to_owned)
    };
    Version {
        text: text.lines().next().unwrap_or_default().to_owned(),
        release: field("release"),
        commit: field("commit-hash"),
        built_on: field("LLVM version").map(|version| format!("LLVM {version}")),
        host: field("host"),
        details: Vec::new(),
    }
}

struct Probe<'a> {
    bench: &'a Bench<'a>,
    compiler: &'a mut Compiler,
}

impl Probe<'_> {
    fn everything(mut self) -> io::Result<()> {
        if !self.build(&["-Copt-level=3"])?.success() {
            let gated = PROGRAM.replace("(custom_mir,", "(raw_ref_op, custom_mir,");
            self.bench.put("probe.rs", &gated)?;
            if !self.build(&["-Copt-level=3"])?.success() {
                // Without custom MIR there is nothing to test, and no flag worth a trial.
                return Ok(());
            }
            self.lacks("&raw");
        }
        self.compiler.abilities.features.push("custom-mir".into());
        self.words()?;
        self.flags();
        self.compiler.abilities.always = self.accepted(&ALWAYS);
        let mut baseline = vec!["-Copt-level=0".to_owned()];
        if self.compiler.accepts("-Zmir-opt-level=4") {
            baseline.push("-Zmir-opt-level=0".to_owned());
        }
        self.compiler.abilities.baseline = Some(baseline);
        self.const_evaluation()?;
        self.mir_passes()?;
        self.bisects()?;
        self.neighbours()
    }

    /// One compile of the probe to an object file.
    fn build<S: AsRef<str>>(&self, flags: &[S]) -> io::Result<Ran> {
        let mut args: Vec<&str> =
            vec!["probe.rs", "--emit=obj", "-o", "probe.o", "-Cpanic=abort", "--edition=2021"];
        args.extend(flags.iter().map(AsRef::as_ref));
        self.bench.run(self.compiler, &args)
    }

    fn lacks(&mut self, word: &str) {
        let lacks = &mut self.compiler.abilities.lacks;
        if !lacks.iter().any(|known| known == word) {
            lacks.push(word.to_owned());
        }
    }

    /// Which of the newest words it does not know.
    fn words(&mut self) -> io::Result<()> {
        self.bench.put("words.rs", WORDS)?;
        self.bench.put("signatures.rs", SIGNATURES)?;
        let library = ["--crate-type=lib", "--edition=2021", "--emit=metadata", "-o", "x.rmeta"];
        let ask = |file| self.bench.run(self.compiler, &[&[file], &library[..]].concat());
        let (words, signatures) = (ask("words.rs")?, ask("signatures.rs")?);
        for word in unknown_words(&String::from_utf8_lossy(&words.stderr)) {
            self.lacks(word);
        }
        self.bench.put("storage.rs", STORAGE)?;
        self.bench.put("floats.rs", FLOATS)?;
        self.bench.put("tails.rs", TAILS)?;
        let object = ["-Copt-level=3", "--crate-type=lib", "--edition=2021", "--emit=obj"];
        for (file, words) in [
            ("storage.rs", &["loose-storage"][..]),
            ("floats.rs", &["f16", "f128"]),
            ("tails.rs", &["tail-calls"]),
        ] {
            let build = [&[file, "-o", "x.o"], &object[..]].concat();
            if !self.bench.run(self.compiler, &build)?.success() {
                words.iter().for_each(|word| self.lacks(word));
            }
        }
        let complaints = String::from_utf8_lossy(&signatures.stderr);
        for (code, word) in [("error[E0308]", "u32-counts"), ("error[E0599]", "core-abs")] {
            if complaints.contains(code) {
                self.lacks(word);
            }
        }
        Ok(())
    }

    fn flags(&mut self) {
        let abilities = sift(&FLAGS, &mut |flags| {
            let ran = self.build(flags).map_err(|error| error.to_string())?;
            if ran.success() { Ok(()) } else { Err(ran.complaint()) }
        });
        self.compiler.abilities.flags = abilities;
    }

    fn accepted(&self, flags: &[&str]) -> Vec<String> {
        flags.iter().filter(|flag| self.compiler.accepts(flag)).map(|&flag| flag.into()).collect()
    }

    fn const_evaluation(&mut self) -> io::Result<()> {
        let mut args: Vec<String> =
            ["const.rs", "--emit=metadata", "-o", "const.rmeta"].map(String::from).to_vec();
        args.extend(self.accepted(&["-Zextra-const-ub-checks"]));
        if self.bench.run(self.compiler, &args)?.success() {
            self.compiler.abilities.features.push("const-eval".into());
        }
        Ok(())
    }

    /// Which of [`PASSES`] can be switched off.
    fn mir_passes(&mut self) -> io::Result<()> {
        if !self.compiler.accepts("-Zmir-enable-passes=-GVN") {
            return Ok(());
        }
        let list: Vec<String> = PASSES.iter().map(|pass| format!("-{pass}")).collect();
        let ran = self.build(&[format!("-Zmir-enable-passes={}", list.join(","))])?;
        let stderr = String::from_utf8_lossy(&ran.stderr);
        let unknown = unknown_passes(&stderr);
        self.compiler.abilities.toggles = Some(Toggles {
            layer: MIR.to_owned(),
            off: "-Zmir-enable-passes=-{}".into(),
            passes: PASSES
                .iter()
                .filter(|pass| !unknown.contains(**pass))
                .map(|&pass| pass.to_owned())
                .collect(),
        });
        Ok(())
    }

    /// A limit counts only if the compiler really prints the passes it counts.
    fn bisects(&mut self) -> io::Result<()> {
        let candidates = [
            // Single passes are left out by the toggles.
            (MIR, "-Zmir-opt-bisect-limit={}", vec![], None),
            (
                LLVM,
                "-Cllvm-args=-opt-bisect-limit={}",
                vec!["-Ccodegen-units=1"],
                Some("-Cllvm-args=-opt-disable={}"),
            ),
        ];
        for (layer, limit, also, leave_out) in candidates {
            let mut flags = vec!["-Copt-level=3".to_owned(), limit.replace("{}", "1")];
            flags.extend(also.iter().map(|&flag| flag.to_owned()));
            let ran = self.build(&flags)?;
            if ran.success() && String::from_utf8_lossy(&ran.stderr).contains("BISECT: ") {
                let also = also.into_iter().map(str::to_owned).collect();
                let (limit, leave_out) = (limit.to_owned(), leave_out.map(str::to_owned));
                let layer = layer.to_owned();
                self.compiler.abilities.bisects.push(Bisect { layer, limit, also, leave_out });
            }
        }
        Ok(())
    }

    /// What lies beside the compiler: Miri, other code generators, sanitizer runtimes.
    fn neighbours(&mut self) -> io::Result<()> {
        let ran = self.bench.run(self.compiler, &["--print=sysroot"])?;
        let sysroot = PathBuf::from(String::from_utf8_lossy(&ran.stdout).trim());
        let miri = sysroot.join("bin/miri");
        if miri.is_file() {
            let path = miri.to_string_lossy().into_owned();
            self.compiler.abilities.companions.insert("miri".to_owned(), path);
        }
        let host = self.compiler.version.host.clone().unwrap_or_default();
        let target = sysroot.join("lib/rustlib").join(host);
        self.compiler.abilities.backends =
            names_between(&target.join("codegen-backends"), "librustc_codegen_", "-");
        self.compiler.abilities.sanitizers = names_between(&target.join("lib"), "_rt.", ".a");
        Ok(())
    }
}

/// `X` of every file `…BEFORE X AFTER…` in a directory.
fn names_between(directory: &Path, before: &str, after: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let names: BTreeSet<String> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            Some(name.split_once(before)?.1.split_once(after)?.0.to_owned())
        })
        .collect();
    names.into_iter().collect()
}

/// Names in errors that a feature or an import is unknown.
fn unknown_words(stderr: &str) -> BTreeSet<&str> {
    let unknown = |line: &&str| {
        ["error[E0432]: unresolved import", "error[E0635]: unknown feature"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let lines = stderr.lines().filter(unknown);
    let quoted = lines.flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted.map(|path| path.rsplit("::").next().unwrap_or(path)).collect()
}

/// Names in warnings that a MIR pass is unknown.
fn unknown_passes(stderr: &str) -> BTreeSet<&str> {
    stderr
        .lines()
        .filter(|line| line.contains("is unknown and will be ignored"))
        .filter_map(|line| line.split('`').nth(1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        let text = "rustc 1.85.0 (4d91de4e4 2025-02-17) (built from a source tarball)\n\
                    binary: rustc\ncommit-hash: 4d91de4e48198da2\ncommit-date: 2025-02-17\n\
                    host: x86_64-unknown-linux-gnu\nrelease: 1.85.0\nLLVM version: 19.1.7\n";
        let version = version(text);
        assert_eq!(version.release.as_deref(), Some("1.85.0"));
        assert_eq!(version.built_on.as_deref(), Some("LLVM 19.1.7"));
        assert_eq!(version.commit.as_deref(), Some("4d91de4e48198da2"));
    }

    #[test]
    fn unknown_words_are_read() {
        let text = "error[E0432]: unresolved imports `core::intrinsics::mir::ReturnTo`, `core::intrinsics::cold_path`\n\
                    error[E0635]: unknown feature `f16`\nerror: aborting due to `x`";
        let words: Vec<&str> = unknown_words(text).into_iter().collect();
        assert_eq!(words, ["ReturnTo", "cold_path", "f16"]);
    }

    #[test]
    fn unknown_passes_are_read() {
        let text = "warning: MIR pass `Nonsense` is unknown and will be ignored\n\nwarning: other";
        assert_eq!(unknown_passes(text).into_iter().collect::<Vec<_>>(), ["Nonsense"]);
    }
}
