//! What witnesses are asked: the same calls on compiled code print what the machine says, and as
//! pairs of functions they refine.

use std::process::Command;

use spektr_llvm::refine::{Effort, Verdict, refine_in_one};
use spektr_llvm::{LlvmWing, parse};
use spektr_wing::{Audience, Fuel, ProcessEnd, Program, Reading, Seen, Wing, WitnessAnswer};

const MODULE: &str = "@g = global i32 5
define i32 @sum(i32 %x, i8 %y) {
  %w = sext i8 %y to i32
  %v = load i32, ptr @g
  %a = add i32 %x, %w
  %b = mul i32 %a, %v
  ret i32 %b
}
define i1 @less(double %a, float %b) {
  %w = fpext float %b to double
  %c = fcmp olt double %a, %w
  ret i1 %c
}
define float @half(float %a) {
  %r = fmul float %a, 0.5
  ret float %r
}
define i64 @wrong(i64 %x) {
  %r = udiv i64 1, 0
  ret i64 %r
}
";

fn program() -> Box<dyn Program> {
    LlvmWing.read_text(MODULE).expect("a module")
}

fn asked(witness: &str, version: &str) -> String {
    let features = [version.to_owned()];
    let audience = Audience { family: "opt", features: &features, lacks: &[] };
    let experiment = program().ask(witness, &audience).expect("an experiment");
    experiment.files[0].text.clone()
}

#[test]
fn compiled_calls_print_what_the_machine_says() {
    let run = program().run(Reading::Blame, Fuel::default());
    let expected = String::from_utf8(run.stdout).expect("text");
    assert_eq!(expected.lines().count(), 9, "{expected}");
    for major in ["14", "16", "19", "22"] {
        let lli = format!("lli-{major}");
        if Command::new(&lli).arg("--version").output().is_err() {
            println!("skipped: there is no {lli}");
            continue;
        }
        let name = format!("spektr-driver-{}-{major}.ll", std::process::id());
        let file = std::env::temp_dir().join(name);
        std::fs::write(&file, asked("lli", &format!("llvm-{major}"))).expect("written");
        let output = Command::new(&lli).arg("-O0").arg(&file).output().expect("lli runs");
        std::fs::remove_file(&file).expect("removed");
        let words = String::from_utf8_lossy(&output.stderr);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{lli}: {words}");
        let seen = Seen::printed(output.stdout, ProcessEnd::Status(0));
        let answer = LlvmWing.answer("lli", &seen);
        assert_eq!(answer, WitnessAnswer::Finished { stdout: expected.clone().into() });
    }
}

#[test]
fn calls_are_pairs_for_a_solver() {
    let text = asked("alive-tv", "llvm-19");
    let module = parse::module("pairs.ll", &text).unwrap_or_else(|it| panic!("{}", it.rendered));
    let report = refine_in_one(&module, &Effort::default());
    // Not those of the function that reads a variable.
    assert_eq!(report.functions.len(), 6, "{text}");
    let holds = |it: &Verdict| matches!(it, Verdict::Refines { inputs: 1.., .. });
    assert!(report.functions.iter().all(|(_, verdict)| holds(verdict)), "{report}");
    let said =
        |words: &str| LlvmWing.answer("alive-tv", &Seen::printed(words, ProcessEnd::Status(0)));
    assert_eq!(said("Transformation seems to be correct!\n"), WitnessAnswer::Confirmed);
    let refuted = said("Transformation doesn't verify!\n\nERROR: Value mismatch\n");
    assert!(matches!(refuted, WitnessAnswer::Undefined { .. }), "{refuted:?}");
    assert!(matches!(said(""), WitnessAnswer::CannotTell { .. }));
}
