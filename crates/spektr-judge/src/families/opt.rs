//! opt: LLVM's optimizer on its own. Its output is what is judged; its passes are counted by
//! LLVM's own counter, or given one by one.

mod host;

pub use host::library_of;

use super::{Family, View, Words, cc, clang, is_stem_with_version};
use crate::compilers::{Advice, Bench, Bisect, Compiler};
use crate::config::{Axis, AxisKind, AxisRow, Flag, quoted};
use crate::source_package::SourcePackage;
use crate::triage::PassRun;
use spektr_wing::{Exhibit, WitnessSpec};
use std::io;
use std::path::Path;

pub struct Opt;

const MODULE: &str = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";

const ROWS: [AxisRow; 3] = [
    AxisRow::one("pipeline", "-passes={}"),
    AxisRow::one("target-cpu", "-mcpu={}"),
    AxisRow::few("flags", "{}"),
];

const FLAGS: [&str; 4] =
    ["-passes=default<O3>", "-verify-each", "-opt-bisect-limit=-1", "-print-changed=quiet"];

/// Passes that a pipeline is put together from, each with what has to stand around it: what they
/// do to code that nothing has tidied up, alone and one after the other.
const PASSES: [&str; 30] = [
    "function(instcombine)",
    "function(simplifycfg)",
    "function(gvn)",
    "function(sroa)",
    "function(early-cse<memssa>)",
    "function(dse)",
    "function(loop-mssa(licm))",
    "function(loop-mssa(loop-rotate,licm))",
    "function(loop-mssa(simple-loop-unswitch<nontrivial>))",
    "function(loop(indvars))",
    "function(loop(loop-idiom))",
    "function(loop(loop-deletion))",
    "function(loop-unroll)",
    "function(loop-vectorize)",
    "function(slp-vectorizer)",
    "function(vector-combine)",
    "function(sccp)",
    "function(correlated-propagation)",
    "function(jump-threading)",
    "function(reassociate)",
    "function(newgvn)",
    "function(memcpyopt)",
    "function(aggressive-instcombine)",
    "function(constraint-elimination)",
    "function(adce)",
    "function(tailcallelim)",
    "ipsccp",
    "globalopt",
    "cgscc(inline)",
    "cgscc(argpromotion,function-attrs)",
];

/// From this version on, instcombine by itself calls it an error when one run does not reach a
/// fixpoint; the default pipelines do not ask for one, and upstream takes no reports of it.
const MUST_SETTLE: u32 = 18;
const NEED_NOT_SETTLE: &str = "function(instcombine<no-verify-fixpoint>)";

/// So many of them stand one behind the other at most; one of so many pipelines is a single pass.
const LONGEST: u32 = 6;

/// Tools that come with opt and can say something about the machine, by their keys in a
/// configuration. The last two are of other projects.
const COMPANIONS: [&str; 4] = ["lli", "clang", "alive-tv", "llubi"];

/// What opt writes before each module that a pass has changed.
const DUMP: &str = "*** IR Dump After ";

impl Family for Opt {
    fn name(&self) -> &'static str {
        "opt"
    }

    fn is_called(&self, file: &str) -> bool {
        is_stem_with_version(file, "opt")
    }

    fn probe(&self, bench: &Bench<'_>, compiler: &mut Compiler) -> io::Result<()> {
        bench.ask_version(compiler, "--version")?;
        let text = bench.words(compiler, &["--version"])?;
        let version = text.lines().find_map(|line| line.split_once("LLVM version "));
        if let Some((_, version)) = version {
            let release = version.split_whitespace().next().unwrap_or(version).to_owned();
            compiler.version.text = format!("LLVM version {release}");
            compiler.version.built_on = Some(format!("LLVM {release}"));
            compiler.version.release = Some(release);
        }
        bench.put("probe.ll", MODULE)?;
        let build = |flags: &[&str]| {
            let mut args = vec!["-S", "probe.ll", "-o", "probe.out.ll"];
            args.extend(flags);
            bench.run(compiler, &args)
        };
        let accepted = crate::compilers::sift(&FLAGS, &mut |flags| {
            let ran = build(flags).map_err(|error| error.to_string())?;
            if ran.success() { Ok(()) } else { Err(ran.complaint()) }
        });
        let counts = build(&["-passes=default<O1>", "-opt-bisect-limit=1"])?;
        let reads = build(&[])?.success();
        compiler.abilities.flags = accepted;
        compiler.abilities.baseline = Some(vec!["-passes=verify".to_owned()]);
        if reads {
            compiler.abilities.features.push("llvm-ir".to_owned());
        }
        if let Some(major) = major(compiler) {
            compiler.abilities.features.push(format!("llvm-{major}"));
        }
        if String::from_utf8_lossy(&counts.stderr).contains("BISECT: ") {
            compiler.abilities.bisects.push(Bisect {
                layer: clang::LLVM.to_owned(),
                limit: "-opt-bisect-limit={}".into(),
                also: Vec::new(),
                leave_out: Some("-opt-disable={}".into()),
            });
        }
        for name in &COMPANIONS {
            let program = compiler.command.first().map(Path::new);
            if let Some(path) = program.and_then(|program| beside(program, name)) {
                let path = path.to_string_lossy().into_owned();
                compiler.abilities.companions.entry((*name).to_owned()).or_insert(path);
            }
        }
        Ok(())
    }

    fn parts(&self) -> &'static [&'static str] {
        &["opt", "libLLVM"]
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        let levels = [("O3", 45), ("O2", 35), ("Os", 10), ("O1", 10)];
        levels.map(|(level, weight)| (vec![format!("-passes=default<{level}>")], weight)).to_vec()
    }

    fn axes(&self, compiler: &Compiler) -> Vec<Axis> {
        let passes = PASSES.iter().map(|&pass| match major(compiler) {
            Some(MUST_SETTLE..) if pass == "function(instcombine)" => NEED_NOT_SETTLE,
            _ => pass,
        });
        let of = passes.map(str::to_owned).collect();
        let kind = AxisKind::List { template: "-passes={}".into(), most: LONGEST, of };
        let mut axes = vec![Axis { name: "pipeline".into(), kind }];
        if compiler.accepts("-verify-each") {
            axes.push(Axis::one("verify", &[("", 60), ("-verify-each", 40)]));
        }
        axes
    }

    fn companions(&self) -> &'static [&'static str] {
        &COMPANIONS
    }

    fn lend(&self, compiler: &Compiler, witness: &WitnessSpec) -> Result<Compiler, String> {
        let Some(program) = compiler.abilities.companions.get(witness.name) else {
            return Err(format!("{} has no {}", compiler.name, witness.title));
        };
        let mut host = compiler.clone();
        host.name = format!("{} of {}", witness.name, host.name);
        host.command = vec![program.clone()];
        host.abilities.always.clear();
        Ok(host)
    }

    fn exhibits(&self, typed: &str, flags: &[Flag], words: Option<&str>) -> Vec<Exhibit> {
        let flags: Vec<String> = flags.iter().map(quoted_words).collect();
        let flags = flags.join(" ");
        let look = match words {
            Some(words) => format!(
                "{typed} {flags} -disable-output \"$1\" 2>&1 | grep -q -F -e {}\n",
                quoted(words)
            ),
            None => format!(
                "out=$(mktemp) || exit 1\ntrap 'rm -f \"$out\"' EXIT\n\
                 {typed} {flags} -S \"$1\" -o \"$out\" 2>/dev/null || exit 1\n\
                 spektr refine \"$1\" \"$out\" >/dev/null\ntest $? -eq 1\n"
            ),
        };
        let text = format!(
            "#!/bin/sh\n# Succeeds as long as a module shows the bug:\n\
             # llvm-reduce --test=./interesting.sh MODULE\n{look}"
        );
        let about = "a predicate for llvm-reduce, should it be reduced further".to_owned();
        vec![Exhibit { name: "interesting.sh".into(), text, about, executable: true }]
    }

    fn steps(&self, compiler: &Compiler) -> Option<Vec<String>> {
        let flag = "-print-changed=quiet";
        let also = ["-print-module-scope", "-opt-bisect-limit=-1"];
        compiler
            .accepts(flag)
            .then(|| std::iter::once(flag).chain(also).map(str::to_owned).collect())
    }

    fn read_steps(&self, log: &str) -> Vec<(PassRun, String)> {
        let mut steps: Vec<(PassRun, String)> = Vec::new();
        let (mut last, mut dumping) = (None, false);
        for line in log.lines() {
            if line.starts_with("BISECT: ") {
                (last, dumping) = (self.passes(line).runs.pop(), false);
            } else if line.starts_with(DUMP) {
                dumping = last.as_ref().is_some_and(|run| is_of(run, line));
                steps.extend(last.clone().filter(|_| dumping).map(|run| (run, String::new())));
            } else if dumping && let Some((_, text)) = steps.last_mut() {
                text.push_str(line);
                text.push('\n');
            }
        }
        steps
    }

    fn levels(&self, _: &Compiler) -> Vec<Vec<String>> {
        ["O1", "O2", "O3", "Os", "Oz"]
            .map(|level| vec![format!("-passes=default<{level}>")])
            .to_vec()
    }

    fn words(&self, stderr: &str) -> Words {
        cc::read(stderr, clang::internal)
    }

    fn refuses_flags(&self, diagnostics: &str) -> bool {
        let phrases =
            ["unknown pass name", "Unknown command line argument", "unknown function pass"];
        phrases.iter().any(|phrase| diagnostics.contains(phrase))
    }

    fn view(&self, _: &Compiler, layer: &str, _: &str) -> Option<View> {
        let file = "view.ll".to_owned();
        (layer == clang::LLVM)
            .then(|| View::Snapshot { flags: vec!["-o".into(), file.clone()], file })
    }

    /// The library that the tool is linked with, held by a process of ours.
    fn resident(&self, compiler: &Compiler) -> Option<Vec<String>> {
        let [tool] = &compiler.command[..] else { return None };
        let holder = super::holder()?.to_str()?.to_owned();
        let library = host::library_of(Path::new(tool))?;
        Some(vec![holder, super::HOLD.to_owned(), self.name().to_owned(), library, tool.clone()])
    }

    fn hold(&self, arguments: &[String]) -> io::Result<()> {
        match arguments {
            [library, tool] => host::serve(library, tool),
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn tests(&self, word: &str, release: u32) -> Option<SourcePackage> {
        let name = format!("llvm-toolchain-{release}");
        (word == "llvm-tests").then_some(SourcePackage { name, inside: "llvm/test/Transforms" })
    }

    fn advice(&self, found: &[&Compiler]) -> Vec<Advice> {
        if !found.is_empty() {
            return Vec::new();
        }
        let gain = "LLVM's optimizer without a front end".to_owned();
        vec![Advice { install: "llvm (opt)".into(), gain }]
    }
}

/// The version that a tool says it is.
fn major(compiler: &Compiler) -> Option<u32> {
    compiler.version.release.as_ref()?.split('.').next()?.parse().ok()
}

/// A flag as it is typed in a shell.
fn quoted_words(flag: &Flag) -> String {
    let words: Vec<String> = flag.words().iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

/// A tool that lies beside opt: of the same version, or without any.
fn beside(opt: &Path, name: &str) -> Option<std::path::PathBuf> {
    let version = opt.file_name()?.to_str()?.strip_prefix("opt")?;
    let candidates = [format!("{name}{version}"), name.to_owned()];
    candidates.into_iter().map(|it| opt.with_file_name(it)).find(|path| path.is_file())
}

/// Whether a dump was made after this run of a pass.
fn is_of(run: &PassRun, dump: &str) -> bool {
    let said = dump.strip_prefix(DUMP).and_then(|rest| rest.strip_suffix(" ***"));
    said.and_then(|it| it.split_once(" on ")).is_some_and(|(pass, _)| pass == run.pass)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_with_their_passes() {
        let log = "BISECT: running pass (1) SROAPass on f\nBISECT: running pass (2) EarlyCSEPass on f\n\
                   *** IR Dump After EarlyCSEPass on f ***\ndefine void @f() {\n  ret void\n}\n\
                   BISECT: running pass (3) SROAPass on g\n";
        let steps = Opt.read_steps(log);
        assert_eq!(steps.len(), 1, "{steps:?}");
        let (run, text) = &steps[0];
        assert_eq!((run.index, run.pass.as_str(), run.on.as_str()), (2, "EarlyCSEPass", "f"));
        assert_eq!(text, "define void @f() {\n  ret void\n}\n");
    }

    #[test]
    fn pipelines_are_lists_of_passes() {
        let compiler = Compiler::unprobed("opt", "opt");
        let axes = Opt.axes(&compiler);
        assert!(
            matches!(&axes[0].kind, AxisKind::List { most: LONGEST, of, .. } if of.len() == PASSES.len())
        );
    }

    #[test]
    fn new_versions_are_not_asked_for_a_fixpoint() {
        let mut compiler = Compiler::unprobed("opt", "opt");
        for (release, asked) in [("17.0.6", true), ("18.1.8", false), ("22.1.4", false)] {
            compiler.version.release = Some(release.to_owned());
            let AxisKind::List { of, .. } = &Opt.axes(&compiler)[0].kind else { panic!("a list") };
            assert_eq!(of.contains(&"function(instcombine)".to_owned()), asked, "{release}");
            assert_ne!(of.contains(&NEED_NOT_SETTLE.to_owned()), asked, "{release}");
        }
    }
}
