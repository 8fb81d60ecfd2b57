//! gcc: C and C++, passes told apart by switching them off.

use super::{Family, SinglePass, Words, cc, is_stem_with_version};
use crate::compilers::{Advice, Bench, Compiler, Toggles};
use crate::config::{Axis, AxisKind, AxisRow};
use crate::triage::{PassLog, PassRun};
use spektr_wing::WitnessSpec;
use std::io;

pub struct Gcc;

/// The layer that single optimizations belong to.
const TREE: &str = "GCC";

const FLAGS: [&str; 7] = ["-O1", "-O2", "-O3", "-Os", "-march=native", "-flto", "-g"];

/// Optimizations that may be left out without changing what programs mean, roughly in the
/// order in which they run. What a gcc does not know is sifted out.
const OPTIMIZATIONS: [&str; 85] = [
    "strict-aliasing",
    "delete-null-pointer-checks",
    "tree-ccp",
    "tree-bit-ccp",
    "early-inlining",
    "ipa-profile",
    "ipa-pure-const",
    "ipa-reference",
    "ipa-modref",
    "ipa-icf",
    "ipa-bit-cp",
    "ipa-vrp",
    "ipa-cp",
    "ipa-cp-clone",
    "ipa-sra",
    "inline-small-functions",
    "inline-functions-called-once",
    "inline-functions",
    "partial-inlining",
    "ipa-pta",
    "tree-pta",
    "tree-copy-prop",
    "tree-dominator-opts",
    "tree-fre",
    "tree-ter",
    "tree-dce",
    "tree-vrp",
    "ssa-backprop",
    "tree-phiprop",
    "tree-sra",
    "tree-builtin-call-dce",
    "tree-ch",
    "tree-cselim",
    "tree-forwprop",
    "thread-jumps",
    "code-hoisting",
    "tree-pre",
    "tree-partial-pre",
    "tree-tail-merge",
    "tree-dse",
    "tree-loop-optimize",
    "tree-loop-im",
    "move-loop-stores",
    "unswitch-loops",
    "split-loops",
    "tree-loop-ivcanon",
    "tree-loop-distribution",
    "tree-loop-distribute-patterns",
    "tree-loop-if-convert",
    "tree-loop-vectorize",
    "predictive-commoning",
    "peel-loops",
    "tree-slp-vectorize",
    "ivopts",
    "tree-reassoc",
    "tree-slsr",
    "split-paths",
    "optimize-strlen",
    "tree-switch-conversion",
    "ssa-phiopt",
    "store-merging",
    "tree-sink",
    "optimize-sibling-calls",
    "forward-propagate",
    "cse-follow-jumps",
    "gcse",
    "if-conversion",
    "move-loop-invariants",
    "unroll-loops",
    "split-ivs-in-unroller",
    "rerun-cse-after-loop",
    "dse",
    "dce",
    "if-conversion2",
    "split-wide-types",
    "ipa-ra",
    "ree",
    "compare-elim",
    "shrink-wrap",
    "combine-stack-adjustments",
    "crossjumping",
    "peephole2",
    "cprop-registers",
    "reorder-blocks",
    "schedule-insns2",
];

/// What no level switches on and what changes nothing of a defined program: other algorithms,
/// schedulers and costs, and the promises that make more programs defined. What a gcc does not
/// know is sifted out.
const ADDED: [&str; 46] = [
    "-fconserve-stack",
    "-fexceptions",
    "-ffloat-store",
    "-fgcse-after-reload",
    "-fgcse-las",
    "-fgcse-sm",
    "-fgraphite-identity",
    "-finline-functions",
    "-fipa-pta",
    "-fipa-reorder-for-locality",
    "-fira-algorithm=priority",
    "-fira-hoist-pressure",
    "-fira-loop-pressure",
    "-fira-region=all",
    "-fira-region=one",
    "-flive-patching=inline-clone",
    "-flive-range-shrinkage",
    "-floop-nest-optimize",
    "-floop-parallelize-all",
    "-fmodulo-sched",
    "-fmodulo-sched -fmodulo-sched-allow-regmoves",
    "-fno-toplevel-reorder",
    "-fnon-call-exceptions",
    "-fpeel-loops",
    "-frename-registers",
    "-freorder-blocks-algorithm=simple",
    "-fsched-pressure",
    "-fsched-spec-load",
    "-fsched-stalled-insns=4",
    "-fsched2-use-superblocks",
    "-fschedule-insns",
    "-fselective-scheduling",
    "-fselective-scheduling2",
    "-fselective-scheduling2 -fsel-sched-pipelining -fsel-sched-pipelining-outer-loops",
    "-fstack-protector-all",
    "-ftracer",
    "-ftrapv",
    "-ftree-loop-ivcanon",
    "-ftrivial-auto-var-init=pattern",
    "-funroll-all-loops",
    "-funroll-loops",
    "-fvariable-expansion-in-unroller",
    "-fvect-cost-model=unlimited",
    "-fweb",
    "-fwrapv",
    "-fzero-call-used-regs=all",
];

/// The single passes of an optimization, as `-fdump-passes` calls them but for the number at the
/// end, and the counter of `-fdbg-cnt` for what they do. Not every change is counted.
const SINGLE: [(&str, &[&str], &str); 44] = [
    ("tree-ccp", &["tree-ccp"], "ccp"),
    ("tree-bit-ccp", &["tree-ccp"], "ccp"),
    ("tree-forwprop", &["tree-forwprop"], "match"),
    ("tree-fre", &["tree-fre"], ""),
    ("tree-pre", &["tree-pre"], "treepre_insert"),
    ("code-hoisting", &["tree-pre"], "treepre_insert"),
    ("tree-tail-merge", &["tree-pre"], ""),
    ("tree-sra", &["tree-esra", "tree-sra"], "tree_sra"),
    ("tree-pta", &["tree-alias", "tree-ealias"], ""),
    ("tree-dce", &["tree-cddce", "tree-dce"], "dce"),
    ("tree-dse", &["tree-dse"], "dse"),
    ("tree-dominator-opts", &["tree-dom"], "dom_unreachable_edges"),
    ("tree-vrp", &["tree-evrp", "tree-vrp"], ""),
    ("tree-copy-prop", &["tree-copyprop"], ""),
    ("tree-ch", &["tree-ch"], ""),
    ("tree-phiprop", &["tree-phiprop"], ""),
    ("tree-sink", &["tree-sink"], ""),
    ("tree-slsr", &["tree-slsr"], ""),
    ("tree-reassoc", &["tree-reassoc"], ""),
    ("ssa-phiopt", &["tree-phiopt"], ""),
    ("ssa-backprop", &["tree-backprop"], ""),
    ("thread-jumps", &["tree-ethread", "tree-thread", "tree-threadfull"], "registered_jump_thread"),
    ("tree-switch-conversion", &["tree-switchconv"], ""),
    ("tree-loop-im", &["tree-lim"], "lim"),
    ("tree-loop-ivcanon", &["tree-ivcanon"], ""),
    ("tree-loop-distribution", &["tree-ldist"], ""),
    ("tree-loop-distribute-patterns", &["tree-ldist"], ""),
    ("tree-loop-vectorize", &["tree-vect"], "vect_loop"),
    ("tree-slp-vectorize", &["tree-slp"], "vect_slp"),
    ("tree-loop-if-convert", &["tree-ifcvt"], "if_conversion_tree"),
    ("tree-cselim", &["tree-cselim"], ""),
    ("store-merging", &["tree-store-merging"], "store_merging"),
    ("split-loops", &["tree-lsplit"], ""),
    ("unswitch-loops", &["tree-unswitch"], ""),
    ("ivopts", &["tree-ivopts"], "ivopts_loop"),
    ("predictive-commoning", &["tree-pcom"], ""),
    ("optimize-strlen", &["tree-strlen"], ""),
    ("gcse", &["rtl-cprop", "rtl-pre", "rtl-hoist"], "cprop"),
    ("cse-follow-jumps", &["rtl-cse"], ""),
    ("rerun-cse-after-loop", &["rtl-cse"], ""),
    ("forward-propagate", &["rtl-fwprop"], ""),
    ("if-conversion", &["rtl-ce"], "if_conversion"),
    ("dse", &["rtl-dse"], "dse1"),
    ("dce", &["rtl-ud_dce", "rtl-rtl_dce"], "dce"),
];

/// Passes that no flag of their own switches off and that may be left out all the same, with
/// their counters. What has to run, such as lowering and register allocation, is not here.
const UNFLAGGED: [(&str, &str); 51] = [
    ("tree-mergephi", ""),
    ("tree-tailr", "tail_call"),
    ("tree-iftoswitch", "if_to_switch"),
    ("tree-modref", "ipa_mod_ref"),
    ("tree-local-pure-const", ""),
    ("tree-ealias", ""),
    ("tree-alias", ""),
    ("tree-retslot", ""),
    ("tree-threadfull", "registered_jump_thread"),
    ("tree-stdarg", ""),
    ("tree-cdce", ""),
    ("tree-ifcombine", ""),
    ("tree-isolate-paths", ""),
    ("tree-sincos", ""),
    ("tree-bswap", ""),
    ("tree-sccp", ""),
    ("tree-lversion", ""),
    ("tree-unrolljam", ""),
    ("tree-linterchange", ""),
    ("tree-cunrolli", "gimple_unroll"),
    ("tree-cunroll", "gimple_unroll"),
    ("tree-recip", ""),
    ("tree-tracer", ""),
    ("tree-widening_mul", ""),
    ("tree-tailc", "tail_call"),
    ("tree-uncprop", ""),
    ("tree-nrv", ""),
    ("rtl-jump", ""),
    ("rtl-jump_after_combine", ""),
    ("rtl-subreg", ""),
    ("rtl-cse", ""),
    ("rtl-cse_local", ""),
    ("rtl-fwprop", ""),
    ("rtl-cprop", "cprop"),
    ("rtl-store_motion", "store_motion"),
    ("rtl-ce", ""),
    ("rtl-loop2_invariant", ""),
    ("rtl-web", ""),
    ("rtl-stv", "stv_conversion"),
    ("rtl-auto_inc_dec", "auto_inc_dec"),
    ("rtl-ud_dce", "dce_ud"),
    ("rtl-combine", ""),
    ("rtl-bbpart", ""),
    ("rtl-sched", "sched_insn"),
    ("rtl-postreload", "postreload_cse"),
    ("rtl-gcse", "gcse2_delete"),
    ("rtl-csa", ""),
    ("rtl-compgotos", ""),
    ("rtl-rnreg", ""),
    ("rtl-cprop_hardreg", ""),
    ("rtl-rtl_dce", "dce"),
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
        let known = FLAGS.into_iter().chain(off.iter().map(String::as_str));
        let flags: Vec<&str> = known.chain(ADDED).collect();
        cc::probe(bench, compiler, &flags)?;
        cc::companions(compiler, "gcc", "g++");
        let known = |name: &&&str| compiler.accepts(&format!("-fno-{name}"));
        let passes = OPTIMIZATIONS.iter().filter(known).map(|&name| name.to_owned()).collect();
        let off = "-fno-{}".to_owned();
        compiler.abilities.toggles = Some(Toggles { layer: TREE.to_owned(), off, passes });
        let listed = bench.run(compiler, &["-c", "probe.c", "-o", "probe.o", "-O3", LIST])?;
        compiler.abilities.single_passes = listed_passes(&String::from_utf8_lossy(&listed.stderr));
        Ok(())
    }

    fn companions(&self) -> &'static [&'static str] {
        &cc::COMPANIONS
    }

    fn parts(&self) -> &'static [&'static str] {
        &["cc1"]
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
            let of = toggles.passes.iter().map(|pass| vec![format!("-fno-{pass}")]).collect();
            let kind = AxisKind::Few { permille: 400, most: 3, of };
            axes.push(Axis { name: "passes".to_owned(), kind });
        }
        axes.push(cc::added_axis(compiler, &ADDED));
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

    fn single_passes(&self, compiler: &Compiler, optimization: &str) -> Vec<SinglePass> {
        let rows = SINGLE.iter().filter(|(name, ..)| *name == optimization);
        rows.flat_map(|(_, stems, counter)| {
            let known = compiler.abilities.single_passes.iter();
            let meant = known.filter(|pass| stems.contains(&without_number(pass)));
            meant.map(move |pass| single_pass(pass, counter))
        })
        .collect()
    }

    fn passes_without_flag(&self, compiler: &Compiler) -> Vec<SinglePass> {
        let known = compiler.abilities.single_passes.iter();
        known
            .filter_map(|pass| {
                let row = UNFLAGGED.iter().find(|(stem, _)| *stem == without_number(pass))?;
                Some(single_pass(pass, row.1))
            })
            .collect()
    }

    fn passes(&self, log: &str) -> PassLog {
        PassLog { runs: log.lines().filter_map(counter_reached).collect() }
    }

    fn pass_name(&self, pass: &str) -> String {
        without_number(pass).to_owned()
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

const LIST: &str = "-fdump-passes";

/// Passes that run, out of `   tree-ccp1    :  ON`. Those with a star have no switch.
fn listed_passes(text: &str) -> Vec<String> {
    let on = text.lines().filter_map(|line| {
        let (name, state) = line.split_once(':')?;
        (state.trim() == "ON").then(|| name.trim().to_owned())
    });
    on.filter(|name| !name.starts_with('*')).collect()
}

/// A pass as `-fdump-passes` calls it, and its counter or nothing.
fn single_pass(pass: &str, counter: &str) -> SinglePass {
    SinglePass {
        name: pass.to_owned(),
        off: format!("-fdisable-{pass}"),
        count: (!counter.is_empty()).then(|| format!("-fdbg-cnt={counter}:{{}}")),
    }
}

/// A pass is numbered by how often it has run before.
fn without_number(pass: &str) -> &str {
    pass.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// `***dbgcnt: upper limit 3 reached for ccp.***`
fn counter_reached(line: &str) -> Option<PassRun> {
    let rest = line.trim().strip_prefix("***dbgcnt: upper limit ")?;
    let (index, rest) = rest.split_once(" reached for ")?;
    let pass = rest.trim_end_matches(['.', '*']).to_owned();
    Some(PassRun { index: index.parse().ok()?, ran: true, pass, on: String::new() })
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
    fn a_compiler_that_others_end_is_no_internal_error() {
        let text = "gcc: fatal error: Killed signal terminated program cc1\n\
                    compilation terminated.\n";
        assert!(matches!(Gcc.words(text), Words::Hindered { .. }));
    }

    #[test]
    fn single_passes_are_those_that_run() {
        let mut compiler = Compiler::unprobed("gcc", "gcc");
        let list = "   *warn_unused     :  ON\n   tree-fre1    :  ON\n      tree-fre3 :  ON\n\
                    tree-dse1  : OFF\n tree-esra :  ON\n tree-sra :  ON\n rtl-combine : ON\n";
        compiler.abilities.single_passes = listed_passes(list);
        let names = |optimization: &str| {
            let singles = Gcc.single_passes(&compiler, optimization);
            singles.into_iter().map(|single| single.name).collect::<Vec<_>>()
        };
        assert_eq!(names("tree-fre"), ["tree-fre1", "tree-fre3"]);
        assert_eq!(names("tree-sra"), ["tree-esra", "tree-sra"]);
        assert_eq!(names("tree-dse"), Vec::<String>::new());
        let unflagged = Gcc.passes_without_flag(&compiler);
        let unflagged: Vec<&str> = unflagged.iter().map(|single| single.name.as_str()).collect();
        assert_eq!(unflagged, ["rtl-combine"]);
        assert_eq!(Gcc.single_passes(&compiler, "tree-fre")[0].off, "-fdisable-tree-fre1");
        let log = Gcc.passes("***dbgcnt: upper limit 7 reached for ccp.***\nx.c:1: warning\n");
        assert_eq!(log.total(), 7);
    }

    #[test]
    fn every_optimization_with_single_passes_can_be_switched_off() {
        for (name, stems, _) in SINGLE {
            assert!(OPTIMIZATIONS.contains(&name), "{name}");
            assert!(stems.iter().all(|stem| without_number(stem) == *stem), "{name}");
        }
    }

    #[test]
    fn rejections_quote_nothing() {
        let text = "x.c: In function 'f':\nx.c:3:6: error: 'abc' undeclared (first use in this function)\n";
        let Words::Rejected { signature } = Gcc.words(text) else { panic!("a rejection") };
        assert_eq!(signature, "error: … undeclared (first use in this function)");
    }
}
