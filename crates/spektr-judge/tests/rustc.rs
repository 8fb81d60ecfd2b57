//! The judge with a real rustc: probing, building, reading its crashes, bisecting its
//! passes. The wing here is plain Rust text with an expected output, nothing more.

use spektr_judge::compilers::{Places, discover, probe};
use spektr_judge::config::{StageLimits, default_axes};
use spektr_judge::sandbox::Sandbox;
use spektr_judge::triage::{Culprit, blame, change, observe, time_passes};
use spektr_judge::{Case, Compiler, Configuration, Judge, Layer, Outcome, Verdict, VerdictClass};
use spektr_wing::{
    Arg, Complaint, Difference, Edit, Ending, Execution, Fuel, Generated, Program, Purpose,
    Rendering, Runtime, Size, SourceFile, Wing, Wish, WitnessAnswer, WitnessPlan, WitnessSpec,
};
use std::sync::Arc;

/// A wing that can only build.
struct Plain;

#[derive(Clone)]
struct Text(&'static str);

fn nothing<T>() -> Result<T, Complaint> {
    Err(Complaint::whole("plain text is neither made nor read"))
}

impl Wing for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }
    fn about(&self) -> &'static str {
        "plain Rust"
    }
    fn family(&self) -> &'static str {
        "rustc"
    }
    fn generate(&self, _: &Wish<'_>) -> Result<Generated, Complaint> {
        nothing()
    }
    fn parse(&self, _: &str) -> Result<Box<dyn Program>, Complaint> {
        nothing()
    }
    fn runtime(&self) -> Option<Runtime> {
        None
    }
    fn batch(&self, _: &[&dyn Program]) -> Rendering {
        Rendering { files: vec![], recipe: vec![] }
    }
    fn witnesses(&self) -> Vec<WitnessSpec> {
        vec![]
    }
    fn read_witness(&self, _: &str, _: bool, _: &str, _: &str) -> WitnessAnswer {
        WitnessAnswer::CannotTell { reason: "there is none".into() }
    }
    fn empty(&self) -> Box<dyn Program> {
        Box::new(Text("fn main() {}"))
    }
}

impl Program for Text {
    fn run(&self, _: Fuel) -> Execution {
        Execution { ending: Ending::Finished, stdout: b"false\n".to_vec(), steps: 1 }
    }
    fn text(&self) -> String {
        self.0.to_owned()
    }
    fn render(&self, _: Purpose) -> Rendering {
        let file = SourceFile { name: "main.rs".into(), text: self.text() };
        let recipe = vec![Arg::Source("main.rs".into()), Arg::text("-o"), Arg::Output];
        Rendering { files: vec![file], recipe }
    }
    fn size(&self) -> Size {
        Size::default()
    }
    fn constructs(&self) -> Vec<String> {
        vec![]
    }
    fn explain(&self, _: &Execution, _: &[u8]) -> Option<Difference> {
        None
    }
    fn witness(&self, name: &str) -> Result<WitnessPlan, String> {
        Err(format!("there is no witness {name}"))
    }
    fn edits(&self, _: u32) -> Vec<Edit> {
        vec![]
    }
    fn apply(&self, _: &[Edit]) -> Option<Box<dyn Program>> {
        None
    }
    fn lift(&self) -> Option<Rendering> {
        None
    }
    fn clone_box(&self) -> Box<dyn Program> {
        Box::new(self.clone())
    }
    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// The first rustc on this machine (there is one: it built this test), and a judge.
fn court() -> (Judge, Compiler) {
    let sandbox = Arc::new(Sandbox::new(&std::env::temp_dir()).unwrap());
    let mut found = discover(&Places::of_environment());
    found.retain(|it| it.family == "rustc");
    found.truncate(1);
    let compilers = probe(&sandbox, &found);
    let compiler = compilers.first().expect("cargo test needs a rustc").clone();
    (Judge::new(sandbox, compilers, StageLimits::default()), compiler)
}

fn look_at(text: &'static str, flags: &[&str]) -> (Verdict, spektr_judge::Attempt) {
    let (judge, compiler) = court();
    let program = Text(text);
    let execution = program.run(Fuel::default());
    let case = Case { program: &program, execution: &execution };
    judge.glance(&Plain, case, &compiler, &Configuration::of_flags(flags)).unwrap()
}

#[test]
fn this_machines_rustc_is_probed() {
    let (_, compiler) = court();
    assert!(compiler.version.text.starts_with("rustc "), "{:?}", compiler.version);
    assert!(compiler.can("custom-mir") && compiler.can("const-eval"), "{compiler}");
    assert!(compiler.accepts("-Zmir-opt-level=4"), "{compiler}");
    let toggles = compiler.abilities.toggles.as_ref().expect("MIR passes can be toggled");
    assert!(toggles.passes.iter().any(|pass| pass == "GVN"), "{toggles:?}");
    assert!(!toggles.passes.iter().any(|pass| pass == "ConstGoto"), "passes of old");
    let axes = default_axes(&compiler);
    assert!(axes.iter().any(|axis| axis.name == "passes"), "{axes:?}");
    assert!(!format!("{axes:?}").contains("unsound"));
}

#[test]
fn every_default_configuration_is_accepted() {
    let (judge, compiler) = court();
    let program = Text("fn main() { println!(\"{}\", std::env::args().count() > 9) }");
    let execution = program.run(Fuel::default());
    let case = Case { program: &program, execution: &execution };
    let target = spektr_judge::Target { axes: default_axes(&compiler), compiler };
    for seed in 0..6 {
        let drawn = target.draw(seed);
        let judgement = judge.judge(&Plain, case, &target.compiler, &drawn).unwrap();
        assert_eq!(judgement.verdict, Verdict::Pass, "{drawn}: {judgement:?}");
    }
}

#[test]
fn rejections_and_internal_errors_of_a_real_compiler_are_told_apart() {
    let wrong = "fn main() { let x: i32 = \"\"; }";
    let (verdict, _) = look_at(wrong, &[]);
    assert_eq!(verdict, Verdict::Rejected { signature: "error[E0308]: mismatched types".into() });
    let (verdict, attempt) = look_at(wrong, &["-Ztreat-err-as-bug=1"]);
    assert!(matches!(attempt.outcome, Outcome::InternalError { .. }), "{attempt:?}");
    let Verdict::CompilerCrash { signature, .. } = verdict else { panic!("{verdict:?}") };
    assert!(signature.contains("typeck"), "{signature}");
}

#[test]
fn a_pass_of_a_real_compiler_is_found() {
    // Whether two equal functions have one address is the compiler's choice, so this
    // is no bug; but it is decided by one pass, and that one can be found.
    const TWINS: &str = "
        #[inline(never)] fn one(x: u64) -> u64 { x.wrapping_mul(x ^ 12345).rotate_left(7) }
        #[inline(never)] fn two(x: u64) -> u64 { x.wrapping_mul(x ^ 12345).rotate_left(7) }
        fn main() {
            let (one, two) = (std::hint::black_box(one as fn(u64) -> u64), two as fn(u64) -> u64);
            println!(\"{}\", one as usize == std::hint::black_box(two) as usize);
        }";
    let (judge, compiler) = court();
    let program = Text(TWINS);
    let execution = program.run(Fuel::default());
    let case = Case { program: &program, execution: &execution };
    let is_it = |verdict: &Verdict| verdict.class() == VerdictClass::Miscompiled;
    let o3 = Configuration::of_flags(&["-Copt-level=3"]);
    let mut look = |configuration: &Configuration| {
        observe(&judge, &Plain, case, &compiler, configuration, &is_it)
    };
    let culprits = blame(&mut look, &compiler, &o3).unwrap();
    let llvm = culprits.iter().find(|culprit| culprit.layer == Layer::Llvm);
    assert!(
        llvm.is_some_and(|culprit| culprit.pass.to_lowercase().contains("merge")),
        "{culprits:?}"
    );
    // What it did can be shown: two bodies before, one after.
    let culprit = llvm.expect("just seen");
    let change = change(&judge, &Plain, case, &compiler, &o3, culprit).unwrap();
    let change = change.expect("LLVM can be stopped and shown");
    let bodies = |text: &str| text.matches("12345").count();
    assert!(bodies(&change.before) > bodies(&change.after), "{change:?}");
    let stages = time_passes(&judge, &Plain, case, &compiler, &o3).unwrap();
    assert!(stages.iter().any(|(name, _)| name.contains("LLVM")), "{stages:?}");
}

#[test]
fn what_a_mir_pass_changed_is_shown() {
    let (judge, compiler) = court();
    let program = Text(
        "#[inline(never)] fn twice(x: u64) -> u64 { (x ^ 7) & ((x ^ 7) | 1) }
         fn main() { println!(\"{}\", twice(std::env::args().count() as u64) == 1) }",
    );
    let execution = program.run(Fuel::default());
    let case = Case { program: &program, execution: &execution };
    let flags = Configuration::of_flags(&["-Copt-level=2", "-Coverflow-checks=off"]);
    let Some(knob) = compiler.abilities.bisects.iter().find(|knob| knob.layer == Layer::Mir) else {
        eprintln!("skipped: this rustc cannot count its MIR passes");
        return;
    };
    let all = flags.with("bisect", &knob.limit.replace("{}", "1000000"));
    let seen = observe(&judge, &Plain, case, &compiler, &all, &|_| false).unwrap();
    let gvn = |on: &str| seen.log.runs.iter().find(|run| run.pass == "GVN" && run.on.contains(on));
    let run = gvn("twice").expect("GVN runs on every function");
    let culprit = Culprit {
        layer: Layer::Mir,
        pass: run.pass.clone(),
        function: run.on.clone(),
        index: run.index,
    };
    let shown = change(&judge, &Plain, case, &compiler, &flags, &culprit).unwrap();
    let shown = shown.expect("GVN reuses the first xor");
    assert_ne!(shown.before, shown.after);
    assert!(shown.before.contains("fn twice"), "{}", shown.before);
    // A pass of another name at this place: nothing is shown rather than something wrong.
    let other = Culprit { pass: "Inline".into(), ..culprit };
    assert_eq!(change(&judge, &Plain, case, &compiler, &flags, &other).unwrap(), None);
}
