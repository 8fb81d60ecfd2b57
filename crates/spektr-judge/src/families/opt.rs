//! opt: LLVM's optimizer on its own. Its output is what is judged; its passes are counted by
//! LLVM's own counter, or given one by one.

mod host;

use super::{Family, View, Words, cc, clang, is_stem_with_version};
use crate::compilers::{Advice, Bench, Bisect, Compiler};
use crate::config::{Axis, AxisKind, AxisRow};
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

/// Pipelines beyond the levels: what single passes do to code that nothing has tidied up.
const SINGLE: [&str; 22] = [
    "instcombine",
    "simplifycfg",
    "gvn",
    "sroa",
    "early-cse<memssa>",
    "dse",
    "licm",
    "loop-vectorize",
    "slp-vectorizer",
    "vector-combine",
    "sccp",
    "ipsccp",
    "correlated-propagation",
    "jump-threading",
    "reassociate",
    "loop-mssa(loop-rotate,licm)",
    "indvars",
    "newgvn",
    "memcpyopt",
    "aggressive-instcombine",
    "constraint-elimination",
    "loop-unroll",
];

/// Passes one after the other in orders that no level has.
const LISTS: [&str; 16] = [
    "instcombine,simplifycfg,gvn",
    "sroa,instcombine,early-cse<memssa>",
    "simplifycfg,jump-threading,correlated-propagation,simplifycfg",
    "sroa,loop-mssa(loop-rotate,licm),instcombine,indvars",
    "loop(loop-rotate),loop-vectorize,instcombine,slp-vectorizer",
    "reassociate,gvn,sccp,adce",
    "mem2reg,newgvn,dse,simplifycfg",
    "gvn-hoist,gvn-sink,instcombine",
    "cgscc(inline),function(sroa),ipsccp,globalopt",
    "inline,function(instcombine,simplifycfg),inline,dse",
    "cgscc(argpromotion),ipsccp,deadargelim,globaldce",
    "attributor,instcombine",
    "float2int,bdce,nary-reassociate,instcombine",
    "slsr,separate-const-offset-from-gep,early-cse",
    "loop(loop-idiom,loop-deletion),loop-unroll,instcombine",
    "vector-combine,instcombine,aggressive-instcombine,slp-vectorizer",
];

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
        if let Some(release) = &compiler.version.release {
            let major = release.split('.').next().unwrap_or_default();
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
        Ok(())
    }

    fn axis_rows(&self) -> &'static [AxisRow] {
        &ROWS
    }

    fn usual(&self, _: &Compiler) -> Vec<(Vec<String>, u32)> {
        let levels = [("O3", 45), ("O2", 35), ("Os", 10), ("O1", 10)];
        levels.map(|(level, weight)| (vec![format!("-passes=default<{level}>")], weight)).to_vec()
    }

    fn axes(&self, _: &Compiler) -> Vec<Axis> {
        let of = SINGLE.iter().chain(&LISTS).map(|pass| vec![format!("-passes={pass}")]).collect();
        vec![Axis { name: "pipeline".into(), kind: AxisKind::Few { permille: 1000, most: 1, of } }]
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

    fn advice(&self, found: &[&Compiler]) -> Vec<Advice> {
        if !found.is_empty() {
            return Vec::new();
        }
        let gain = "LLVM's optimizer without a front end".to_owned();
        vec![Advice { install: "llvm (opt)".into(), gain }]
    }
}
