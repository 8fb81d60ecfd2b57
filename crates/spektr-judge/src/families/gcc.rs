//! gcc: C and C++, passes told apart by switching them off.

use super::{Family, Words, cc, is_stem_with_version};
use crate::compilers::{Advice, Bench, Compiler, Toggles};
use crate::config::{Axis, AxisKind, AxisRow};
use spektr_wing::WitnessSpec;
use std::io;

pub struct Gcc;

/// The layer that single optimizations belong to.
const TREE: &str = "GCC";

const FLAGS: [&str; 7] = ["-O1", "-O2", "-O3", "-Os", "-march=native", "-flto", "-g"];

/// Optimizations that may be left out without changing what programs mean, roughly in the
/// order in which they run. What a gcc does not know is sifted out.
const OPTIMIZATIONS: [&str; 68] = [
    "early-inlining",
    "inline-functions",
    "inline-functions-called-once",
    "inline-small-functions",
    "ipa-bit-cp",
    "ipa-cp",
    "ipa-cp-clone",
    "ipa-icf",
    "ipa-modref",
    "ipa-profile",
    "ipa-pta",
    "ipa-pure-const",
    "ipa-ra",
    "ipa-reference",
    "ipa-sra",
    "ipa-vrp",
    "partial-inlining",
    "tree-ccp",
    "tree-bit-ccp",
    "tree-forwprop",
    "tree-fre",
    "tree-sra",
    "tree-pta",
    "tree-dce",
    "tree-dse",
    "tree-dominator-opts",
    "tree-copy-prop",
    "tree-ch",
    "tree-phiprop",
    "tree-pre",
    "tree-partial-pre",
    "tree-sink",
    "tree-slsr",
    "tree-tail-merge",
    "tree-ter",
    "tree-vrp",
    "tree-switch-conversion",
    "tree-loop-distribution",
    "tree-loop-distribute-patterns",
    "tree-loop-im",
    "tree-loop-ivcanon",
    "tree-loop-optimize",
    "tree-loop-vectorize",
    "tree-slp-vectorize",
    "tree-cselim",
    "tree-loop-if-convert",
    "tree-builtin-call-dce",
    "code-hoisting",
    "split-loops",
    "split-paths",
    "ssa-phiopt",
    "store-merging",
    "thread-jumps",
    "unswitch-loops",
    "unroll-loops",
    "peel-loops",
    "ivopts",
    "predictive-commoning",
    "strict-aliasing",
    "optimize-strlen",
    "gcse",
    "cse-follow-jumps",
    "rerun-cse-after-loop",
    "if-conversion",
    "if-conversion2",
    "forward-propagate",
    "schedule-insns2",
    "combine-stack-adjustments",
];

impl Family for Gcc {
    fn name(&self) -> &'static str {
        "gcc"
    }

    fn is_called(&self, file: &str) -> bool {
        is_stem_with_version(file, "gcc")
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        bench.ask_version(compiler, "--version")?;
        let off: Vec<String> = OPTIMIZATIONS.iter().map(|name| format!("-fno-{name}")).collect();
        let flags: Vec<&str> = FLAGS.into_iter().chain(off.iter().map(String::as_str)).collect();
        cc::probe(bench, compiler, &flags)?;
        let known = |name: &&&str| compiler.accepts(&format!("-fno-{name}"));
        let passes = OPTIMIZATIONS.iter().filter(known).map(|&name| name.to_owned()).collect();
        let off = "-fno-{}".to_owned();
        compiler.abilities.toggles = Some(Toggles { layer: TREE.to_owned(), off, passes });
        Ok(())
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &cc::ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        cc::usual()
    }

    fn axes(&self, compiler: &Compiler) -> Vec<Axis> {
        let levels = [("-O3", 50), ("-O2", 30), ("-Os", 10), ("-O1", 10)];
        let mut axes = vec![Axis::one("opt-level", &levels)];
        if compiler.accepts("-march=native") {
            axes.push(Axis::one("target-cpu", &[("", 70), ("-march=native", 30)]));
        }
        if let Some(toggles) = &compiler.abilities.toggles {
            let off = toggles.passes.iter().map(|pass| vec![format!("-fno-{pass}")]);
            // What is off by default even at the highest level.
            let on = ["unroll-loops", "ipa-pta", "tree-loop-ivcanon", "peel-loops"];
            let on = on.iter().filter(|name| toggles.passes.iter().any(|pass| pass == *name));
            let of = off.chain(on.map(|name| vec![format!("-f{name}")])).collect();
            let kind = AxisKind::Few { permille: 400, most: 3, of };
            axes.push(Axis { name: "passes".to_owned(), kind });
        }
        if compiler.abilities.sanitizers.iter().any(|name| name == "undefined") {
            let flags = "-fsanitize=undefined";
            axes.push(Axis::one("sanitizer", &[("", 95), (flags, 5)]));
        }
        axes
    }

    fn levels(&self, compiler: &Compiler) -> Vec<Vec<String>> {
        let mut levels = cc::levels();
        if compiler.accepts("-march=native") {
            levels.push(vec!["-O3".to_owned(), "-march=native".to_owned()]);
        }
        levels
    }

    fn words(&self, stderr: &str) -> Words {
        cc::read(stderr, internal)
    }

    fn refuses_flags(&self, diagnostics: &str) -> bool {
        let phrases = ["unrecognized command-line option", "unrecognized argument"];
        phrases.iter().any(|phrase| diagnostics.contains(phrase))
    }

    fn lend(&self, compiler: &Compiler, witness: &WitnessSpec) -> Result<Compiler, String> {
        cc::lend(compiler, witness)
    }

    fn advice(&self, found: &[&Compiler]) -> Vec<Advice> {
        if !found.is_empty() {
            return Vec::new();
        }
        vec![Advice { install: "gcc".into(), gain: "C programs, and gcc's own passes".into() }]
    }
}

/// `internal compiler error: in FUNCTION, at FILE:LINE`, or a signal, with the pass if it says
/// so.
fn internal(stderr: &str) -> Option<String> {
    let (_, message) =
        stderr.lines().find_map(|line| line.split_once("internal compiler error: "))?;
    let mut signature = cc::quoting_nothing(message.trim());
    if let Some((_, pass)) = stderr.lines().find_map(|line| line.split_once("during GIMPLE pass: "))
    {
        signature.push_str(&format!(" | in pass {}", pass.trim()));
    } else if let Some((_, pass)) =
        stderr.lines().find_map(|line| line.split_once("during RTL pass: "))
    {
        signature.push_str(&format!(" | in pass {}", pass.trim()));
    }
    Some(signature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_errors_have_a_place_and_a_pass() {
        let text = "during GIMPLE pass: vect\nx.c: In function 'f':\nx.c:3:6: internal compiler \
                    error: in vect_transform_stmt, at tree-vect-stmts.cc:11223\n    3 | void f()\n";
        let wanted = "in vect_transform_stmt, at tree-vect-stmts.cc:N | in pass vect";
        assert_eq!(Gcc.words(text), Words::InternalError { signature: wanted.into() });
    }

    #[test]
    fn rejections_quote_nothing() {
        let text = "x.c: In function 'f':\nx.c:3:6: error: 'abc' undeclared (first use in this function)\n";
        let Words::Rejected { signature } = Gcc.words(text) else { panic!("a rejection") };
        assert_eq!(signature, "error: … undeclared (first use in this function)");
    }
}
