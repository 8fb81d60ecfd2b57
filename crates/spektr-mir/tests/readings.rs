//! Where Miri is lenient, a program may run and still be no case against a compiler.

use spektr_mir::MirWing;
use spektr_wing::{Ending, Fuel, Reading, Wing};

const WRITTEN_WHOLE_THEN_BY_ONE_FIELD: &str = r#"
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
fn observe<T>(x: T) {}
#[derive(Clone, Copy)] #[repr(C)] pub union U { a: u64, b: bool }
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
 let u: U; let x: u64;
 {
  u.a = 258_u64;
  u = U { b: true };
  x = u.a;
  Call(RET = observe(x), ReturnTo(end), UnwindUnreachable())
 }
 end = { Return() }
} }
fn main() { f(); }
"#;

#[test]
fn a_union_made_from_one_field_has_nothing_beside_it_in_a_trial() {
    let program = MirWing.read_text(WRITTEN_WHOLE_THEN_BY_ONE_FIELD).expect("it is well-formed");
    let run = program.run(Reading::Reference, Fuel::default());
    assert!(matches!(run.ending, Ending::Finished(_)), "{:?}", run.ending);
    assert_eq!(run.stdout, b"0 101\n");
    let trial = program.run(Reading::Blame, Fuel::default());
    let Ending::Undefined { rule, line, .. } = trial.ending else { panic!("{:?}", trial.ending) };
    assert_eq!((&*rule, line), ("uninitialised", 12));
}

/// A local of one variant without data, asked which it is.
const LONE_VARIANT: &str = r#"
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
fn observe<T>(x: T) {}
#[derive(Clone, Copy)] pub enum E { A }
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
 let e: E; let x: isize;
 {
  BEFORE
  x = Discriminant(e);
  Call(RET = observe(x), ReturnTo(end), UnwindUnreachable())
 }
 end = { Return() }
} }
fn main() { f(); }
"#;

#[test]
fn an_enum_of_one_variant_must_be_there_in_a_trial() {
    let read = |before: &str| MirWing.read_text(&LONE_VARIANT.replace("BEFORE", before)).unwrap();
    let unwritten = read("");
    assert!(matches!(
        unwritten.run(Reading::Reference, Fuel::default()).ending,
        Ending::Finished(_)
    ));
    let trial = unwritten.run(Reading::Blame, Fuel::default());
    let Ending::Undefined { rule, line, .. } = trial.ending else { panic!("{:?}", trial.ending) };
    assert_eq!((&*rule, line), ("uninitialised", 11));
    assert!(matches!(
        read("e = E::A;").run(Reading::Blame, Fuel::default()).ending,
        Ending::Finished(_)
    ));
}

/// A pointer to a local, written through or not.
const POINTED_AT: &str = r#"
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
fn observe<T>(x: T) {}
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
 let x: u32; let y: u32; let p: *const u32; let q: *mut u32;
 {
  x = 1_u32;
  POINTERS
  AFTER
  y = *p;
  Call(RET = observe(y), ReturnTo(end), UnwindUnreachable())
 }
 end = { Return() }
} }
fn main() { f(); }
"#;

#[test]
fn a_pointer_made_for_reading_is_not_written_through_in_a_trial() {
    let for_reading = "p = &raw const x; q = CastPtrToPtr(p);";
    let for_writing = "q = &raw mut x; p = CastPtrToPtr(q);";
    let read = |pointers: &str, after: &str| {
        let text = POINTED_AT.replace("POINTERS", pointers).replace("AFTER", after);
        MirWing.read_text(&text).expect("it is well-formed")
    };
    let written = read(for_reading, "*q = 2_u32;");
    assert!(matches!(written.run(Reading::Reference, Fuel::default()).ending, Ending::Finished(_)));
    let trial = written.run(Reading::Blame, Fuel::default());
    let Ending::Undefined { rule, line, .. } = trial.ending else { panic!("{:?}", trial.ending) };
    assert_eq!((&*rule, line), ("borrow", 11));
    // Others may write, and a pointer made for writing may be written through.
    for (pointers, after) in
        [(for_reading, "x = 2_u32;"), (for_reading, ""), (for_writing, "*q = 2_u32;")]
    {
        let trial = read(pointers, after).run(Reading::Blame, Fuel::default());
        assert!(matches!(trial.ending, Ending::Finished(_)), "{after}: {:?}", trial.ending);
    }
}

/// What was reported once must stay a case against a compiler when the reading gets stricter.
#[test]
fn trophies_are_valid_in_a_trial() {
    let trophies = concat!(env!("CARGO_MANIFEST_DIR"), "/../../trophies");
    let mut seen = 0;
    for entry in std::fs::read_dir(trophies).expect("the trophies") {
        let directory = entry.expect("an entry").path();
        let Ok(expected) = std::fs::read(directory.join("expected.txt")) else { continue };
        // Those of other languages are other wings' affair.
        let Ok(text) = std::fs::read_to_string(directory.join("reduced.rs")) else { continue };
        let trial = MirWing
            .read_text(&text)
            .expect("it is understood")
            .run(Reading::Blame, Fuel::default());
        let name = directory.display();
        assert!(matches!(trial.ending, Ending::Finished(_)), "{name}: {:?}", trial.ending);
        assert_eq!(trial.stdout, expected, "{name}");
        seen += 1;
    }
    assert!(seen >= 7, "only {seen} miscompilations");
}

/// A reference that is passed on and not used, while another way to the place is.
const PASSED_AND_UNUSED: &str = r#"
#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
fn observe<T>(x: T) {}
#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(r: &'static mut u32) { mir! { { Return() } } }
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
 let x: u32; let r: &'static mut u32; let s: &'static u32;
 {
  x = 7_u32;
  r = &mut x;
  s = &(*r);
  Call(RET = g(r), ReturnTo(after), UnwindUnreachable())
 }
 after = { Call(RET = observe(*s), ReturnTo(end), UnwindUnreachable()) }
 end = { Return() }
} }
fn main() { f(); }
"#;

#[test]
fn a_program_bears_implicit_writes_only_if_nothing_else_reads_there() {
    let program = MirWing.read_text(PASSED_AND_UNUSED).expect("it is well-formed");
    let run = program.run(Reading::Blame, Fuel::default());
    assert!(matches!(run.ending, Ending::Finished(_)), "{:?}", run.ending);
    assert!(!program.bears("-Zllvm-writable=yes"));
    assert!(program.bears("-Zllvm-writable=no"));
    assert!(program.bears("-Copt-level=3"));
    let used_before = PASSED_AND_UNUSED.replace("observe(*s)", "observe(x)");
    let program = MirWing.read_text(&used_before).expect("it is well-formed");
    assert!(program.bears("-Zllvm-writable=yes"));
}
