//! The compiler's own MIR, read back and run: unoptimised, it does what the program does, and
//! nearly all of it is understood. More programs with `SPEKTR_EMITTED=2000`.

use std::fs;
use std::path::Path;
use std::process::Command;

use spektr_mir::generate::{Policy, generate, leaving_out};
use spektr_mir::machine::Ending;
use spektr_mir::print::Dialect;
use spektr_mir::{emitted, print};
use spektr_wing::{Behaviour, Check, End, Symptom};

/// What a compiler makes of a program with these flags, or what it says instead.
fn emit(
    compiler: &[&str],
    program: &spektr_mir::syntax::Program,
    flags: &[&str],
) -> Option<String> {
    let experiment = print::bodies_experiment(&[program], &Dialect::default());
    let name = format!("emitted-{}", std::process::id());
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, out) =
        (directory.join(format!("{name}.rs")), directory.join(format!("{name}.mir")));
    fs::write(&source, &experiment.files[0].text).expect("the scratch directory can be written");
    let output = Command::new("rustc")
        .args(compiler)
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition=2021", "--crate-name=program", "--crate-type=lib", "--emit=mir"])
        .arg(match print::needs_unwinding(program) {
            true => "-Cpanic=unwind",
            false => "-Cpanic=abort",
        })
        .args(flags)
        .arg("-o")
        .args([&out, &source])
        .output()
        .expect("the compiler can be started");
    output.status.success().then(|| fs::read_to_string(&out).expect("it says that it wrote it"))
}

/// The nightly compiler where there is one, else the one that built this test.
fn compiler() -> &'static [&'static str] {
    let nightly = Command::new("rustc").args(["+nightly", "--version"]).output();
    match nightly.is_ok_and(|output| output.status.success()) {
        true => &["+nightly"],
        false => &[],
    }
}

#[test]
fn what_no_pass_touched_does_what_the_program_does() {
    let count = std::env::var("SPEKTR_EMITTED").ok().and_then(|it| it.parse().ok()).unwrap_or(40);
    let flags = ["-Copt-level=1", "-Zmir-opt-level=0"];
    let compiler = compiler();
    let (mut right, mut unknown, mut missing) = (0, Vec::new(), 0);
    let mut wrong = Vec::new();
    let policy = leaving_out(None, "generic").expect("the built-in policy is one");
    let policy = Policy::parse(&policy).expect("and so is it with less");
    for seed in 0..count {
        let one = generate(seed, &policy, Some(150));
        let Some(text) = emit(compiler, &one.program, &flags) else {
            missing += 1;
            continue;
        };
        let end = if one.ending == Ending::Panicked { End::Status(101) } else { End::SUCCESS };
        let wanted = Behaviour { stdout: one.trace.into_bytes(), end };
        match emitted::check(&one.program, &wanted, one.steps, &text) {
            Check::Right => right += 1,
            Check::CannotTell(why) => unknown.push(format!("{seed}: {why}")),
            Check::Wrong(symptom) => wrong.push(format!("{seed}: {symptom:?}")),
        }
    }
    println!("right {right}, not accepted {missing}\n{}\n{}", unknown.join("\n"), wrong.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(unknown.len() * 20 <= right as usize, "{}", unknown.join("\n"));
    assert!(missing * 10 <= right, "{missing} of {count} programs are not accepted");
}

/// A program, what it shows, and its steps.
fn read(source: &str) -> (spektr_mir::syntax::Program, Behaviour) {
    let program = spektr_mir::parse::parse(source).unwrap_or_else(|it| panic!("{}", it.rendered));
    let mut machine = spektr_mir::machine::Machine::new(&program).expect("small types");
    machine.start(&program).expect("it starts");
    machine.run(&program, 1000).expect("it is defined");
    let stdout = machine.trace().as_bytes().to_vec();
    (program, Behaviour { stdout, end: End::SUCCESS })
}

const CALLED_AGAIN: &str = r#"
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[derive(Clone, Copy)]
#[repr(C)]
pub struct S { pub a: u64, pub b: u64 }
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        let _1: S;
        { _1 = S { a: 1_u64, b: 2_u64 }; Call(_1 = f1(_1), ReturnTo(bb1), UnwindUnreachable()) }
        bb1 = { Return() }
    }
}
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f1(mut _1: S) -> S {
    mir! {
        type RET = S;
        let _2: ();
        { RET = S { a: 7_u64, b: 7_u64 };
          Call(_2 = spektr_observe_0(0_u32, _1.b), ReturnTo(bb1), UnwindUnreachable()) }
        bb1 = { Return() }
    }
}
#[inline(never)]
fn spektr_observe_0(site: u32, a0: u64) { println!("{site} {a0:x}"); }
fn main() { f0(); }
"#;

fn caller(argument: &str, shown: &str) -> String {
    format!(
        "fn f0() -> () {{
    let mut _0: ();
    let mut _1: S;

    bb0: {{
        _1 = S {{ a: const 1_u64, b: const 2_u64 }};
        _1 = f1({argument} _1) -> [return: bb1, unwind unreachable];
    }}

    bb1: {{
        return;
    }}
}}

fn f1(_1: S) -> S {{
    let mut _0: S;
    let _2: ();

    bb0: {{
        _0 = const S {{{{ a: 7_u64, b: 7_u64 }}}};
        _2 = spektr_observe_0(const 0_u32, copy {shown}) -> [return: bb1, unwind unreachable];
    }}

    bb1: {{
        return;
    }}
}}
"
    )
}

fn checked(text: &str) -> Check {
    let (program, wanted) = read(CALLED_AGAIN);
    emitted::check(&program, &wanted, 10, text)
}

#[test]
fn what_is_the_same_is_right() {
    assert_eq!(checked(&caller("copy", "(_1.1: u64)")), Check::Right);
}

/// `DeadStoreElimination` once made the copy a move, so that argument and result share a place.
#[test]
fn an_argument_that_is_moved_into_the_result_is_a_step_that_is_forbidden() {
    let Check::Wrong(Symptom::Output { difference }) = checked(&caller("move", "(_1.1: u64)"))
    else {
        panic!("{:?}", checked(&caller("move", "(_1.1: u64)")));
    };
    assert_eq!(difference.wanted, "a defined step");
    assert!(difference.variable.contains("f1(move _1)"), "{difference:?}");
    assert_eq!(difference.function, "f0");
}

#[test]
fn another_observation_names_the_variable() {
    let Check::Wrong(Symptom::Output { difference }) = checked(&caller("copy", "(_1.0: u64)"))
    else {
        panic!("it shows another field");
    };
    assert_eq!((difference.wanted.as_str(), difference.found.as_deref()), ("2", Some("1")));
    assert_eq!(difference.function, "f1");
}

#[test]
fn what_is_not_understood_is_no_accusation() {
    let text = caller("copy", "(_1.1: u64)").replace("_1 = S {", "_1 = Unheard::Of {");
    let Check::CannotTell(why) = checked(&text) else { panic!("nobody knows that type") };
    assert!(why.contains("Unheard::Of"), "{why}");
    let missing = caller("copy", "(_1.1: u64)").replace("fn f1(_1", "fn f2(_1");
    assert!(
        matches!(checked(&missing), Check::CannotTell(why) if why.contains("`f1` is not there"))
    );
}

const FIELDS_ALIKE: &str = r#"
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[derive(Clone, Copy)]
pub union U { pub a: u8, pub b: u32, pub c: u32 }
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        let _1: U;
        let _2: ();
        { _1 = U { c: 5_u32 };
          Call(_2 = spektr_observe_0(0_u32, _1.c), ReturnTo(bb1), UnwindUnreachable()) }
        bb1 = { Return() }
    }
}
#[inline(never)]
fn spektr_observe_0(site: u32, a0: u32) { println!("{site} {a0:x}"); }
fn main() { f0(); }
"#;

/// The compiler writes the first field's name whichever it sets; the operand's type tells which it
/// can be, but not which of two that are alike.
#[test]
fn a_unions_fields_of_one_type_are_one() {
    let text = "fn f0() -> () {
    let mut _0: ();
    let mut _1: U;
    let _2: ();

    bb0: {
        _1 = U { a: const 5_u32 };
        _2 = spektr_observe_0(const 0_u32, copy (_1.2: u32)) -> [return: bb1, unwind unreachable];
    }

    bb1: {
        return;
    }
}
";
    let (program, wanted) = read(FIELDS_ALIKE);
    assert_eq!(emitted::check(&program, &wanted, 10, text), Check::Right);
}

const SIZES: &str = r#"
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        let _1: usize;
        let _2: [i8; 17];
        let _3: ();
        let _4: (u8, u32);
        {
            _1 = 17_usize;
            Call(_3 = spektr_observe_0(0_u32, _1), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = { Return() }
    }
}
#[inline(never)]
fn spektr_observe_0(site: u32, a0: usize) { println!("{site} {a0:x}"); }
fn main() { f0(); }
"#;

fn sized(value: &str) -> Check {
    let (program, wanted) = read(SIZES);
    let text = format!(
        "fn f0() -> () {{
    let mut _0: ();
    let mut _1: usize;
    let _2: ();

    bb0: {{
        _1 = {value};
        _2 = spektr_observe_0(const 0_u32, copy _1) -> [return: bb1, unwind unreachable];
    }}

    bb1: {{
        return;
    }}
}}
"
    );
    emitted::check(&program, &wanted, 10, &text)
}

#[test]
fn sizes_that_the_language_promises_are_known() {
    for value in ["const <[i8; 17] as std::mem::SizedTypeProperties>::SIZE", "SizeOf([i8; 17])"] {
        assert_eq!(sized(value), Check::Right, "{value}");
    }
    let Check::CannotTell(why) = sized("SizeOf((u8, u32))") else { panic!("nobody promised that") };
    assert!(why.contains("opaque"), "{why}");
}

const BITS_OF_A_NAN: &str = r#"
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f0() {
    mir! {
        let _1: u64;
        let _2: ();
        { _1 = CastTransmute::<f64, u64>(const { f64::from_bits(0xfff0_0000_0000_0001) });
          Call(_2 = spektr_observe_0(0_u32, _1), ReturnTo(bb1), UnwindUnreachable()) }
        bb1 = { Return() }
    }
}
#[inline(never)]
fn spektr_observe_0(site: u32, a0: u64) { println!("{site} {a0:x}"); }
fn main() { f0(); }
"#;

/// The compiler writes every NaN alike, so what a program makes of its bits cannot be known.
#[test]
fn what_depends_on_the_bits_of_a_nan_is_not_judged() {
    let (program, wanted) = read(BITS_OF_A_NAN);
    assert_eq!(wanted.stdout, b"0 fff0000000000001\n");
    let text = "fn f0() -> () {
    let mut _0: ();
    let mut _1: u64;
    let _2: ();

    bb0: {
        _1 = const NaN_f64 as u64 (Transmute);
        _2 = spektr_observe_0(const 0_u32, copy _1) -> [return: bb1, unwind unreachable];
    }

    bb1: {
        return;
    }
}
";
    let told = emitted::check(&program, &wanted, 10, text);
    let Check::CannotTell(why) = &told else { panic!("nobody told these bits: {told:?}") };
    assert!(why.contains("only less defined"), "{why}");
    let same = text.replace("const NaN_f64 as u64 (Transmute)", "const 18442240474082181121_u64");
    assert_eq!(emitted::check(&program, &wanted, 10, &same), Check::Right);
}
