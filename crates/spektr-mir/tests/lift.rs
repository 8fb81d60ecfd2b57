//! Lifted programs really are ordinary Rust: they compile without any feature and print
//! the lines that their MIR prints.

use std::path::Path;
use std::process::Command;

use spektr_mir::{lift, parse};

/// A loop, a call, references, a struct, a switch and wrapping arithmetic.
const PROGRAM: &str = r#"
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;
fn observe<T>(x: T) { core::hint::black_box(x); }
#[derive(Clone, Copy)] pub struct P { a: u8, b: (i16, bool) }
#[custom_mir(dialect = "runtime", phase = "initial")]
fn scale(x: &'static mut i16, by: i16) -> i16 { mir! {
 type RET = i16;
 {
  (*x) = (*x) * by;
  RET = (*x) + 1_i16;
  Return()
 }
} }
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(n: u8) { mir! {
 let i: u8; let more: bool; let p: P; let v: i16; let r: &'static mut i16; let u: (); let t: (i16, bool);
 {
  i = 0;
  v = 300;
  t = (v, true);
  p = P { a: n, b: t };
  Goto(head)
 }
 head = {
  more = i < n;
  match more { true => body, _ => done }
 }
 body = {
  r = &mut p.b.0;
  Call(v = scale(Move(r), 7_i16), ReturnTo(step), UnwindUnreachable())
 }
 step = {
  i = i + 1_u8;
  Goto(head)
 }
 done = {
  Call(u = observe(v), ReturnTo(end), UnwindUnreachable())
 }
 end = { Return() }
} }
fn main() { f(core::hint::black_box(5_u8)); }
"#;

fn output_of(source: &str, dir: &Path, name: &str) -> String {
    let file = dir.join(format!("{name}.rs"));
    std::fs::write(&file, source).expect("the scratch directory takes a file");
    let built = Command::new("rustc")
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition=2021", "-o"])
        .arg(dir.join(name))
        .arg(&file)
        .output()
        .expect("rustc builds this test, so it is there");
    assert!(built.status.success(), "{}\n{source}", String::from_utf8_lossy(&built.stderr));
    let ran = Command::new(dir.join(name)).output().expect("what was built can be run");
    String::from_utf8(ran.stdout).expect("traces are text")
}

#[test]
fn lifted_programs_print_what_their_mir_prints() {
    let program = parse::parse(PROGRAM).expect("the program is well-formed");
    let lifted = lift::lift(&program).expect("nothing in it is beyond surface Rust");
    assert!(!lifted.contains("feature("), "ordinary Rust needs no feature");
    let dir = tempfile::tempdir().expect("a scratch directory");
    let mir = output_of(&spektr_mir::print::pretty(&program), dir.path(), "mir");
    let surface = output_of(&lifted, dir.path(), "surface");
    assert!(!mir.is_empty());
    assert_eq!(mir, surface);
}

/// A union written and read field by field; the observer takes the value, not a borrow.
const UNION: &str = r#"
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]
use core::intrinsics::mir::*;
fn observe<T>(x: T) { core::hint::black_box(x); }
#[derive(Clone, Copy)] #[repr(C)] pub union U { a: usize, b: char }
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f() { mir! {
 let c: char; let u: U;
 {
  u.b = 'x';
  u.a = 0_usize;
  c = u.b;
  Call(RET = observe(c), ReturnTo(end), UnwindUnreachable())
 }
 end = { Return() }
} }
fn main() { f(); }
"#;

#[test]
fn lifted_observations_take_values() {
    let program = parse::parse(UNION).expect("the program is well-formed");
    let lifted = lift::lift(&program).expect("nothing in it is beyond surface Rust");
    assert!(lifted.contains("ret = spektr_observe_0(0, c);"), "{lifted}");
    let dir = tempfile::tempdir().expect("a scratch directory");
    assert_eq!(output_of(&lifted, dir.path(), "union"), "0 0\n");
}
