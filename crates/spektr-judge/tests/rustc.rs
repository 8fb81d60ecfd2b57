//! The judge with a real rustc: probing, building, reading its crashes, bisecting its
//! passes. The wing here is plain Rust text with an expected output, nothing more.

use spektr_judge::compilers::{Places, discover, probe};
use spektr_judge::sandbox::Sandbox;
use spektr_judge::{
    Case, Compiler, Configuration, Flag, Guilt, Judge, Outcome, Setup, Shares, Spent, StageLimits,
    Target, Verdict, VerdictClass, families,
};
use spektr_wing::{
    Arg, Audience, Complaint, Difference, Edit, End, Ending, Execution, Experiment, Fuel, Made,
    Maker, Order, Program, Purpose, Reading, Seen, Size, SourceFile, Wing, WitnessAnswer,
    WitnessSpec,
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
    fn families(&self) -> &'static [&'static str] {
        &["rustc"]
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["rs"]
    }
    fn makers(&self) -> &'static [Maker] {
        &[]
    }
    fn make(&self, _: &Order<'_>) -> Result<Made, Complaint> {
        nothing()
    }
    fn read(&self, _: &[SourceFile]) -> Result<Box<dyn Program>, Complaint> {
        nothing()
    }
    fn experiment(&self, programs: &[&dyn Program], _: Purpose, _: &Audience<'_>) -> Experiment {
        let files = programs.iter().flat_map(|program| program.files()).collect();
        Experiment::build_and_run(files, vec![Arg::file("main.rs"), Arg::text("-o"), Arg::Output])
    }
    fn witnesses(&self) -> Vec<WitnessSpec> {
        vec![]
    }
    fn answer(&self, _: &str, _: &Seen) -> WitnessAnswer {
        WitnessAnswer::CannotTell { reason: "there is none".into() }
    }
    fn empty(&self) -> Box<dyn Program> {
        Box::new(Text("fn main() {}"))
    }
}

impl Program for Text {
    fn run(&self, _: Reading, _: Fuel) -> Execution {
        let ending = Ending::Finished(End::SUCCESS);
        Execution { ending, stdout: b"false\n".to_vec(), steps: 1 }
    }
    fn files(&self) -> Vec<SourceFile> {
        vec![SourceFile::new("main.rs", self.0)]
    }
    fn size(&self) -> Size {
        Size::default()
    }
    fn constructs(&self) -> Vec<String> {
        vec![]
    }
    fn explain(&self, _: &[u8], _: &[u8]) -> Option<Difference> {
        None
    }
    fn ask(&self, witness: &str, _: &Audience<'_>) -> Result<Experiment, String> {
        Err(format!("there is no witness {witness}"))
    }
    fn edits(&self, _: u32) -> Vec<Edit> {
        vec![]
    }
    fn apply(&self, _: &[Edit]) -> Option<Box<dyn Program>> {
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
fn judge() -> (Judge<'static>, Compiler) {
    let sandbox = Arc::new(Sandbox::new(&std::env::temp_dir()).unwrap());
    let mut found = discover(families::ALL, &Places::of_environment());
    found.retain(|it| it.family == "rustc");
    found.truncate(1);
    let compilers = probe(&sandbox, families::ALL, &found);
    let compiler = compilers.first().expect("cargo test needs a rustc").clone();
    let rustc = families::named(families::ALL, "rustc");
    let (usual, axes) = (Vec::new(), rustc.axes(&compiler));
    let targets = vec![Target { compiler: compiler.clone(), usual, axes }];
    let (limits, shares) = (StageLimits::default(), Shares::default());
    let setup = Setup { targets, bystanders: compilers, limits, shares };
    (Judge::new(&Plain, families::ALL, sandbox, setup), compiler)
}

fn case(text: &'static str) -> Case {
    Case::of_program(Box::new(Text(text)))
}

fn flags(compiler: &Compiler, words: &[&str]) -> Configuration {
    Configuration::new(&compiler.name, words.iter().map(|&word| Flag::word(word)).collect())
}

fn look_at(text: &'static str, words: &[&str]) -> (Verdict, spektr_judge::Attempt) {
    let (judge, compiler) = judge();
    judge.look(&case(text), &flags(&compiler, words)).unwrap()
}

#[test]
fn this_machines_rustc_is_probed() {
    let (judge, compiler) = judge();
    assert!(compiler.version.text.starts_with("rustc "), "{:?}", compiler.version);
    assert!(compiler.can("custom-mir") && compiler.can("const-eval"), "{compiler}");
    assert!(compiler.accepts("-Zmir-opt-level=4"), "{compiler}");
    let toggles = compiler.abilities.toggles.as_ref().expect("MIR passes can be toggled");
    assert!(toggles.passes.iter().any(|pass| pass == "GVN"), "{toggles:?}");
    assert!(!toggles.passes.iter().any(|pass| pass == "ConstGoto"), "passes of old");
    let axes = &judge.targets()[0].axes;
    assert!(axes.iter().any(|axis| axis.name == "passes"), "{axes:?}");
    assert!(!format!("{axes:?}").contains("unsound"));
}

#[test]
fn every_default_configuration_is_accepted() {
    let (judge, _) = judge();
    let case = case("fn main() { println!(\"{}\", std::env::args().count() > 9) }");
    for seed in 0..6 {
        let drawn = judge.draw(seed);
        let judgement = judge.judge(&case, &drawn).unwrap();
        assert_eq!(judgement.verdict, Verdict::Pass, "{drawn:?}: {judgement:?}");
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
    let (judge, compiler) = judge();
    let (case, o3) = (case(TWINS), flags(&compiler, &["-Copt-level=3"]));
    let (verdict, attempt) = judge.look(&case, &o3).unwrap();
    assert_eq!(verdict.class(), VerdictClass::Miscompiled, "{attempt:?}");
    let mut spent = Spent::default();
    let found = judge.change(&case, &verdict, &o3, "LLVM", &mut spent).unwrap();
    let (guilt, change) = found.expect("a pass of LLVM decides");
    assert!(guilt.pass.to_lowercase().contains("merge"), "{guilt:?}");
    // What it did can be shown: two bodies before, one after.
    let change = change.expect("LLVM can be stopped and shown");
    let bodies = |text: &str| text.matches("12345").count();
    assert!(bodies(&change.before) > bodies(&change.after), "{change:?}");
    let stages = judge.time_passes(&case, &o3).unwrap();
    assert!(stages.iter().any(|(name, _)| name.contains("LLVM")), "{stages:?}");
}

#[test]
fn what_a_mir_pass_changed_is_shown() {
    let (judge, compiler) = judge();
    let case = case(
        "#[inline(never)] fn twice(x: u64) -> u64 { (x ^ 7) & ((x ^ 7) | 1) }
         fn main() { println!(\"{}\", twice(std::env::args().count() as u64) == 1) }",
    );
    let o2 = flags(&compiler, &["-Copt-level=2", "-Coverflow-checks=off"]);
    if !compiler.abilities.bisects.iter().any(|knob| knob.layer == "MIR") {
        eprintln!("skipped: this rustc cannot count its MIR passes");
        return;
    }
    let changed = |pass: &str| {
        let guilt = Guilt::of_pass("MIR", pass.to_owned(), "twice".to_owned(), 0);
        judge.change_by(&case, &o2, &guilt, &mut Spent::default()).unwrap()
    };
    let change = changed("GVN").expect("GVN reuses the first xor");
    assert_ne!(change.before, change.after);
    assert!(change.before.contains("fn twice"), "{}", change.before);
    // A pass that did nothing here: nothing is shown rather than something wrong.
    assert_eq!(changed("Inline"), None);
}
