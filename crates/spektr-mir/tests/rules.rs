//! Every rule of the machine, in pairs: a program just inside it and one just outside.
//! A case is a body of MIR; the expectation is `ok` or the short name of the rule.

use spektr_mir::machine::{Ending, Machine, Stop, Switches};
use spektr_mir::parse::parse;

const TYPES: &str = "
#[derive(Clone, Copy)] pub struct P { a: u8, b: u32 }
#[derive(Clone, Copy)] #[repr(C)] pub struct C { a: u8, b: u32 }
#[derive(Clone, Copy)] #[repr(C, packed)] pub struct K { a: u8, b: u32 }
#[derive(Clone, Copy)] pub enum E { A(u32), B(u8, u8), N }
#[derive(Clone, Copy)] pub enum F { A(bool), B(u8), N }
#[derive(Clone, Copy)] #[repr(u8)] pub enum T { A(u8) = 3, B(u8, u8) = 5 }
#[derive(Clone, Copy)] #[repr(C)] pub union U { w: u32, b: [u8; 4], f: f32 }
#[derive(Clone, Copy)] pub union O { p: (u8, u32), w: u32 }
#[derive(Clone, Copy)] pub enum Void {}
pub struct D { x: u32 }
impl Drop for D { fn drop(&mut self) { drop_d(self) } }
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn drop_d(d: &mut D) { mir! { let c: bool; let p: *mut u32; { p = &raw mut (*d).x; c = (*p) == 66_u32; match c { true => boom, _ => fine } } fine = { *p = 9; Return() } boom = { Call(RET = core::intrinsics::abort(), ReturnTo(fine), UnwindUnreachable()) } } }
static TABLE: [u8; 4] = [1, 2, 3, 4];
static mut GLOBAL: u32 = 7;
const ADD: fn(u32, u32) -> u32 = add;
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn add(a: u32, b: u32) -> u32 { mir! { { RET = a + b; Return() } } }
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn write(p: *mut u32, v: u32) -> u32 { mir! { { *p = v; RET = v; Return() } } }
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn poke(a: &mut u32, p: *mut u32) { mir! { { *p = 1; Return() } } }
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn look(a: [u8; 4], p: *const u8) -> u8 { mir! { { RET = *p; Return() } } }
";

fn program(body: &str) -> String {
    format!(
        "#![feature(custom_mir, core_intrinsics)]
use core::intrinsics::mir::*;
{TYPES}
fn show<T>(_: T) {{}}
#[custom_mir(dialect = \"runtime\", phase = \"initial\")]
fn f(zero: u32, one: u32, two: usize) {{ mir! {{
 let u: ();
{body}
}} }}
fn main() {{ f(core::hint::black_box(0), core::hint::black_box(1), core::hint::black_box(2)); }}
"
    )
}

/// `ok`, `panicked`, `aborted`, or the rule that stopped the program.
fn verdict(body: &str, switches: Switches) -> &'static str {
    let source = program(body);
    let program = parse(&source).unwrap_or_else(|c| panic!("{}", c.rendered));
    let mut machine = Machine::new(&program).expect("small types").with_switches(switches);
    match machine.start(&program).and_then(|()| machine.run(&program, 100_000)) {
        Ok(Ending::Finished) => "ok",
        Ok(Ending::Panicked) => "panicked",
        Ok(Ending::Aborted) => "aborted",
        Err(stop) => {
            assert!(machine.location(&program).is_some(), "{stop} happened nowhere");
            match *stop {
                Stop::OutOfFuel => "out-of-fuel",
                ref stop => stop.rule(),
            }
        }
    }
}

fn check(cases: &[(&str, &str)]) {
    let found: Vec<_> = cases
        .iter()
        .filter_map(|(expected, body)| {
            let found = verdict(body, Switches::default());
            (found != *expected).then(|| format!("{body}\n  expected {expected}, found {found}"))
        })
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

#[test]
fn storage() {
    check(&[
        ("ok", "let x: u32; { StorageLive(x); x = one; StorageDead(x); Return() }"),
        ("dead-local", "let x: u32; { x = one; StorageLive(x); StorageDead(x); Return() }"),
        (
            "dead-local",
            "let x: u32; let y: u32; { StorageLive(x); x = one; StorageDead(x); y = x; Return() }",
        ),
        (
            "ok",
            "let x: u32; { StorageDead(x); StorageDead(x); StorageLive(x); StorageLive(x);
             x = one; Return() }",
        ),
        (
            "dangling",
            "let x: u32; let p: *mut u32; { StorageLive(x); p = &raw mut x; StorageDead(x);
             *p = 1; Return() }",
        ),
        (
            "dangling",
            "let x: u32; let p: *mut u32; { StorageLive(x); p = &raw mut x; StorageDead(x);
             StorageLive(x); *p = 1; Return() }",
        ),
        (
            "ok",
            "let x: u32; let p: *mut u32; let q: *mut u32; { StorageLive(x); p = &raw mut x;
             StorageDead(x); q = p; q = &raw mut *q; Return() }",
        ),
        (
            "invalid-value",
            "let x: u32; let r: &u32; let s: &u32; { StorageLive(x); x = one; r = &x;
             StorageDead(x); s = r; Return() }",
        ),
    ]);
}

#[test]
fn initialisation() {
    check(&[
        ("uninitialised", "let x: u32; let y: u32; { y = x; Return() }"),
        ("ok", "let x: u32; let y: u32; { x = one; y = x; Return() }"),
        ("uninitialised", "let x: (u32, u32); let y: (u32, u32); { x.0 = one; y = x; Return() }"),
        ("ok", "let x: (u32, u32); let y: u32; { x.0 = one; y = x.0; Return() }"),
        ("ok", "let x: U; let y: U; { y = x; Return() }"),
        ("ok", "let x: U; let y: u32; { x.b = [1, 2, 3, 4]; y = x.w; Return() }"),
        ("uninitialised", "let x: U; let y: u32; { y = x.w; Return() }"),
        // Padding is lost in a typed copy, and kept where nothing is copied.
        (
            "uninitialised",
            "let x: C; let y: C; let c: *mut C; let p: *mut u8; let z: u8;
             { c = &raw mut x; p = c as *mut u8;
               Call(u = core::intrinsics::write_bytes(p, 7_u8, 8_usize), ReturnTo(b), UnwindUnreachable()) }
             b = { y = x; c = &raw mut y; p = c as *mut u8; p = Offset(p, 1_usize); z = *p; Return() }",
        ),
        (
            "ok",
            "let x: C; let c: *mut C; let p: *mut u8; let z: u8;
             { c = &raw mut x; p = c as *mut u8;
               Call(u = core::intrinsics::write_bytes(p, 7_u8, 8_usize), ReturnTo(b), UnwindUnreachable()) }
             b = { p = Offset(p, 1_usize); z = *p; Return() }",
        ),
        ("uninitialised", "let x: u32; { match x { 0 => b, _ => c } } b = { Return() } c = { Return() }"),
        ("uninitialised", "let e: E; let d: isize; { d = Discriminant(e); Return() }"),
    ]);
}

#[test]
fn values() {
    check(&[
        ("ok", "let b: bool; { b = CastTransmute(1_u8); Return() }"),
        ("invalid-value", "let b: bool; { b = CastTransmute(2_u8); Return() }"),
        ("ok", "let c: char; { c = CastTransmute(0xd7ff_u32); Return() }"),
        ("invalid-value", "let c: char; { c = CastTransmute(0xd800_u32); Return() }"),
        ("ok", "let t: T; let a: [u8; 3]; { a = [3, 1, 2]; t = CastTransmute(a); Return() }"),
        ("invalid-value", "let t: T; let a: [u8; 3]; { a = [4, 1, 2]; t = CastTransmute(a); Return() }"),
        ("invalid-value", "let r: &u32; { r = CastTransmute(0_usize); Return() }"),
        ("invalid-value", "let r: &u32; { r = CastTransmute(3_usize); Return() }"),
        ("invalid-value", "let r: &u32; { r = CastTransmute(4_usize); Return() }"),
        ("ok", "let r: &(); { r = CastTransmute(4_usize); Return() }"),
        ("invalid-value", "let g: fn(u32, u32) -> u32; { g = CastTransmute(0_usize); Return() }"),
        ("invalid-value", "let v: Void; { v = CastTransmute(()); Return() }"),
        ("ok", "let o: Option<&'static u32>; { o = CastTransmute(0_usize); Return() }"),
        ("invalid-value", "let o: Option<&'static u32>; { o = CastTransmute(8_usize); Return() }"),
        // A transmute of a pointer to a number and back loses what it may reach.
        (
            "open-address",
            "let x: u32; let n: usize; let p: *const u32; let y: u32;
             { x = one; p = &raw const x; n = CastTransmute(p); p = CastTransmute(n); y = *p; Return() }",
        ),
    ]);
}

#[test]
fn bounds_and_alignment() {
    check(&[
        ("ok", "let a: [u8; 2]; let i: usize; { a = [1, 2]; i = 1; a[i] = 3; Return() }"),
        ("index", "let a: [u8; 2]; { a = [1, 2]; a[two] = 3; Return() }"),
        (
            "ok",
            "let a: [u8; 2]; let q: *mut [u8; 2]; let p: *mut u8; { a = [1, 2]; q = &raw mut a;
             p = q as *mut u8; p = Offset(p, 1_usize); *p = 3; Return() }",
        ),
        (
            "out-of-bounds",
            "let a: [u8; 2]; let q: *mut [u8; 2]; let p: *mut u8; { a = [1, 2]; q = &raw mut a;
             p = q as *mut u8; p = Offset(p, 2_usize); *p = 3; Return() }",
        ),
        (
            "out-of-bounds",
            "let a: [u8; 2]; let q: *mut [u8; 2]; let p: *mut u8; { a = [1, 2]; q = &raw mut a;
             p = q as *mut u8; p = Offset(p, 3_usize); Return() }",
        ),
        (
            "out-of-bounds",
            "let a: [u8; 2]; let q: *mut [u8; 2]; let p: *mut u8; { a = [1, 2]; q = &raw mut a;
             p = q as *mut u8; p = Offset(p, -1_isize); Return() }",
        ),
        (
            "ok",
            "let a: [u8; 2]; let q: *mut [u8; 2]; let p: *const u8; let x: u8; { a = [1, 2];
             q = &raw mut a; p = q as *const u8;
             Call(p = core::intrinsics::arith_offset(p, 9_isize), ReturnTo(b), UnwindUnreachable()) }
             b = { Call(p = core::intrinsics::arith_offset(p, -8_isize), ReturnTo(c), UnwindUnreachable()) }
             c = { x = *p; Return() }",
        ),
        (
            "out-of-bounds",
            "let a: [u8; 2]; let q: *mut [u8; 2]; let p: *const u8; let x: u8; { a = [1, 2];
             q = &raw mut a; p = q as *const u8;
             Call(p = core::intrinsics::arith_offset(p, 9_isize), ReturnTo(b), UnwindUnreachable()) }
             b = { x = *p; Return() }",
        ),
        ("no-provenance", "let p: *mut u32; let x: u32; { p = 0_usize as *mut u32; x = *p; Return() }"),
        ("no-provenance", "let p: *mut u32; let x: u32; { p = 64_usize as *mut u32; x = *p; Return() }"),
        ("ok", "let p: *mut (); { p = 0_usize as *mut (); *p = (); Return() }"),
        (
            "misaligned",
            "let a: [u32; 2]; let q: *mut [u32; 2]; let p: *mut u8; let w: *mut u32; let x: u32;
             { a = [1, 2]; q = &raw mut a; p = q as *mut u8; p = Offset(p, 1_usize);
               w = p as *mut u32; x = *w; Return() }",
        ),
        (
            "open-alignment",
            "let a: [u8; 8]; let q: *mut [u8; 8]; let w: *mut u32; let x: u32;
             { a = [1; 8]; q = &raw mut a; w = q as *mut u32; x = *w; Return() }",
        ),
        ("ok", "let k: K; let x: u32; { k = K { a: 1, b: 2 }; x = k.b; Return() }"),
        (
            "open-alignment",
            "let k: [K; 4]; let i: usize; let p: *const u32; let x: u32; let q: K;
             { q = K { a: 1, b: 2 }; k = [q; 4]; i = 0; p = &raw const k[i].b; x = *p; Return() }",
        ),
    ]);
}

#[test]
fn arithmetic() {
    check(&[
        ("ok", "let x: u32; { x = 7_u32 / one; Return() }"),
        ("arithmetic", "let x: u32; { x = 7_u32 / zero; Return() }"),
        ("arithmetic", "let x: u32; { x = 7_u32 % zero; Return() }"),
        ("ok", "let x: i8; let y: i8; { y = -127; x = y / -1_i8; Return() }"),
        ("arithmetic", "let x: i8; let y: i8; { y = -128; x = y / -1_i8; Return() }"),
        (
            "ok",
            "let x: u8; { Call(x = core::intrinsics::unchecked_add(254_u8, 1_u8), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "arithmetic",
            "let x: u8; { Call(x = core::intrinsics::unchecked_add(255_u8, 1_u8), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "arithmetic",
            "let x: u32; { Call(x = core::intrinsics::exact_div(7_u32, 2_u32), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        ("ok", "let x: u8; { x = 1_u8 << 9_u32; Return() }"),
    ]);
}

#[test]
fn control() {
    check(&[
        ("unreachable", "{ Unreachable() }"),
        ("out-of-fuel", "{ Goto(b) } b = { Goto(b) }"),
        ("ok", "let c: bool; { c = one == 1_u32; Assume(c); Return() }"),
        ("assumption", "let c: bool; { c = one == 2_u32; Assume(c); Return() }"),
        (
            "ok",
            "let g: fn(u32, u32) -> u32; let x: u32; { g = ADD; Call(x = g(one, one), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "signature",
            "let g: fn(u32, u32) -> u32; let h: fn(u32) -> u32; let x: u32; { g = ADD; h = CastTransmute(g); Call(x = h(one), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "signature",
            "let g: fn(u32, u32) -> u32; let h: fn(u32, f32) -> u32; let x: u32; { g = ADD; h = CastTransmute(g); Call(x = h(one, 1.0_f32), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "ok",
            "let g: fn(u32, u32) -> u32; let h: fn(u32, char) -> u32; let x: u32; { g = ADD; h = CastTransmute(g); Call(x = h(one, 'a'), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "aborted",
            "{ Call(u = core::intrinsics::abort(), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "ok",
            "let d: D; { d.x = one; Drop(d, ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "aborted",
            "let d: D; { d.x = 66; Drop(d, ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "uninitialised",
            "let d: D; { Drop(d, ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
    ]);
}

#[test]
fn borrows() {
    check(&[
        ("ok", "let x: u32; let r: &mut u32; { x = one; r = &mut x; *r = 2; x = 3; Return() }"),
        (
            "borrow",
            "let x: u32; let r: &mut u32; { x = one; r = &mut x; *r = 2; x = 3; *r = 4; Return() }",
        ),
        (
            "borrow",
            "let x: u32; let r: &u32; let y: u32; { x = one; r = &x; x = 3; y = *r; Return() }",
        ),
        (
            "borrow",
            "let x: u32; let r: &u32; let s: &u32; { x = one; r = &x; x = 3; s = r; Return() }",
        ),
        (
            "borrow",
            "let x: u32; let r: &u32; let p: *const u32; let q: *mut u32; { x = one; r = &x; p = &raw const *r; q = p as *mut u32; *q = 3; Return() }",
        ),
        (
            "borrow",
            "let x: u32; let r: &mut u32; let p: *mut u32; { x = one; p = &raw mut x; r = &mut x; Call(u = poke(r, p), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "ok",
            "let x: u32; let y: u32; let r: &mut u32; let p: *mut u32; { x = one; y = one; p = &raw mut y; r = &mut x; Call(u = poke(r, p), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "immutable",
            "let r: &'static [u8; 4]; let p: *const [u8; 4]; let q: *mut u8; { r = Static(TABLE); p = &raw const *r; q = p as *mut u8; *q = 3; Return() }",
        ),
        ("ok", "let p: *mut u32; { p = StaticMut(GLOBAL); *p = 3; Return() }"),
    ]);
}

#[test]
fn calls() {
    check(&[
        // A moved argument in memory is closed to others while the callee runs.
        (
            "ok",
            "let a: [u8; 4]; let p: *const u8; let q: *const [u8; 4]; let x: u8; { a = [1; 4]; q = &raw const a; p = q as *const u8; Call(x = look(a, p), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "borrow",
            "let a: [u8; 4]; let p: *const u8; let q: *const [u8; 4]; let x: u8; { a = [1; 4]; q = &raw const a; p = q as *const u8; Call(x = look(Move(a), p), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        // The return place, likewise.
        (
            "ok",
            "let x: u32; let y: u32; let p: *mut u32; { y = one; p = &raw mut x; Call(y = write(p, 5_u32), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "borrow",
            "let x: u32; let p: *mut u32; { p = &raw mut x; Call(x = write(p, 5_u32), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "uninitialised",
            "let a: [u8; 4]; let b2: [u8; 4]; let p: *const u8; let x: u8; let y: u8; { b2 = [1; 4]; a = [1; 4]; p = &raw const y; y = 1; Call(x = look(Move(a), p), ReturnTo(b), UnwindUnreachable()) } b = { b2 = a; Return() }",
        ),
    ]);
}

#[test]
fn overlaps() {
    check(&[
        ("ok", "let a: [u8; 4]; let b2: [u8; 4]; { a = [1; 4]; b2 = a; Return() }"),
        ("overlap", "let a: [u8; 4]; let p: *mut [u8; 4]; { a = [1; 4]; p = &raw mut a; a = *p; Return() }"),
        ("ok", "let a: u32; let p: *mut u32; { a = 1; p = &raw mut a; a = *p; Return() }"),
        (
            "overlap",
            "let a: [u8; 4]; let q: *mut [u8; 4]; let p: *const u8; let r: *mut u8; { a = [1; 4]; q = &raw mut a;
             p = q as *const u8; r = q as *mut u8; r = Offset(r, 1_usize);
             Call(u = core::intrinsics::copy_nonoverlapping(p, r, 2_usize), ReturnTo(b), UnwindUnreachable()) }
             b = { Return() }",
        ),
        (
            "ok",
            "let a: [u8; 4]; let q: *mut [u8; 4]; let p: *const u8; let r: *mut u8; { a = [1; 4]; q = &raw mut a;
             p = q as *const u8; r = q as *mut u8; r = Offset(r, 1_usize);
             Call(u = core::intrinsics::copy(p, r, 3_usize), ReturnTo(b), UnwindUnreachable()) }
             b = { Return() }",
        ),
    ]);
}

#[test]
fn opaque_layouts() {
    check(&[
        (
            "ok",
            "let p: P; let q: *mut u32; { p = P { a: 1, b: 2 }; q = &raw mut p.b; *q = 3; Return() }",
        ),
        (
            "open-layout",
            "let p: P; let s: *mut P; let q: *mut u32; { p = P { a: 1, b: 2 }; s = &raw mut p; q = s as *mut u32; *q = 3; Return() }",
        ),
        (
            "open-layout",
            "let p: P; let q: *mut u32; { p = P { a: 1, b: 2 }; q = &raw mut p.b; q = Offset(q, -1_isize); Return() }",
        ),
        (
            "open-layout",
            "let p: P; let q: [u8; 8]; { p = P { a: 1, b: 2 }; q = CastTransmute(p); Return() }",
        ),
        (
            "ok",
            "let a: [P; 2]; let p: P; let i: usize; let q: *mut P; { p = P { a: 1, b: 2 }; a = [p; 2]; i = 0; q = &raw mut a[i]; q = Offset(q, 1_usize); (*q).b = 3; Return() }",
        ),
        (
            "out-of-bounds",
            "let a: [P; 2]; let p: P; let i: usize; let q: *mut P; { p = P { a: 1, b: 2 }; a = [p; 2]; i = 0; q = &raw mut a[i]; q = Offset(q, 2_usize); (*q).b = 3; Return() }",
        ),
        (
            "ok",
            "let n: usize; { Call(n = core::mem::size_of::<P>(), ReturnTo(b), UnwindUnreachable()) } b = { n = n + 1_usize; Return() }",
        ),
        (
            "open-value",
            "let n: usize; { Call(n = core::mem::size_of::<P>(), ReturnTo(b), UnwindUnreachable()) } b = { match n { 8 => c, _ => d } } c = { Return() } d = { Return() }",
        ),
        (
            "ok",
            "let n: usize; { Call(n = core::mem::size_of::<C>(), ReturnTo(b), UnwindUnreachable()) } b = { match n { 8 => c, _ => d } } c = { Return() } d = { Unreachable() }",
        ),
        // Enums.
        (
            "ok",
            "let e: E; let x: u32; { e = E::A(5); x = Field::<u32>(Variant(e, 0), 0); Return() }",
        ),
        (
            "open-storage",
            "let e: E; let x: u8; { e = E::A(5); x = Field::<u8>(Variant(e, 1), 0); Return() }",
        ),
        (
            "open-storage",
            "let e: E; let p: *mut u32; { e = E::A(5); p = &raw mut Field::<u32>(Variant(e, 0), 0); e = E::B(1, 2); *p = 3; Return() }",
        ),
        (
            "ok",
            "let e: E; let d: isize; { e = E::N; SetDiscriminant(e, 0); place!(Field::<u32>(Variant(e, 0), 0)) = 3; d = Discriminant(e); Return() }",
        ),
        (
            "open-storage",
            "let e: E; let x: u32; { e = E::B(1, 2); SetDiscriminant(e, 0); x = Field::<u32>(Variant(e, 0), 0); Return() }",
        ),
        ("open-layout", "let e: F; { SetDiscriminant(e, 0); Return() }"),
        (
            "ok",
            "let e: F; { place!(Field::<bool>(Variant(e, 0), 0)) = true; SetDiscriminant(e, 0); Return() }",
        ),
        // Transparent wrappers are what they wrap.
        (
            "ok",
            "let p: P; let m: core::mem::MaybeUninit<P>; let q: *mut core::mem::MaybeUninit<P>; let r: *mut P; { p = P { a: 1, b: 2 }; m = CastTransmute(p); q = &raw mut m; r = q as *mut P; (*r).b = 3; p = *r; Return() }",
        ),
        (
            "uninitialised",
            "let p: P; let m: core::mem::MaybeUninit<P>; let n: core::mem::MaybeUninit<P>; { n = m; p = CastTransmute(n); Return() }",
        ),
        // Unions.
        ("ok", "let o: O; let x: u32; { o.w = 5; x = o.w; Return() }"),
        ("open-storage", "let o: O; let x: u8; { o.w = 5; x = o.p.0; Return() }"),
    ]);
}

#[test]
fn addresses() {
    check(&[
        (
            "ok",
            "let x: [u8; 2]; let i: usize; let j: usize; let p: *const u8; let q: *const u8; let c: bool; { x = [1, 2]; i = 0; j = 1; p = &raw const x[i]; q = &raw const x[j]; c = p < q; match c { true => b, _ => d } } b = { Return() } d = { Unreachable() }",
        ),
        (
            "open-comparison",
            "let x: u8; let y: u8; let p: *const u8; let q: *const u8; let c: bool; { p = &raw const x; q = &raw const y; c = p < q; Return() }",
        ),
        (
            "ok",
            "let x: u8; let y: u8; let p: *const u8; let q: *const u8; let c: bool; { p = &raw const x; q = &raw const y; c = p == q; match c { true => d, _ => b } } b = { Return() } d = { Unreachable() }",
        ),
        (
            "ok",
            "let x: u8; let p: *const u8; let q: *const u8; let c: bool; { p = &raw const x; q = 0_usize as *const u8; c = p == q; match c { true => d, _ => b } } b = { Return() } d = { Unreachable() }",
        ),
        (
            "ok",
            "let x: u8; let p: *const u8; let n: usize; { p = &raw const x; n = p as usize; n = n + 1_usize; Return() }",
        ),
        (
            "open-value",
            "let x: u8; let p: *const u8; let n: usize; { p = &raw const x; n = p as usize; Call(u = show(n), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "open-value",
            "let x: u8; let p: *const u8; let n: usize; { p = &raw const x; n = p as usize; n = 7_usize / n; Return() }",
        ),
        (
            "unrelated-pointers",
            "let x: u8; let y: u8; let p: *const u8; let q: *const u8; let n: isize; { p = &raw const x; q = &raw const y; Call(n = core::intrinsics::ptr_offset_from(p, q), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
    ]);
}

#[test]
fn open_numbers() {
    check(&[
        (
            "ok",
            "let x: f32; let c: bool; { x = 0.0; x = x / x; c = x != x; match c { true => b, _ => d } } b = { Return() } d = { Unreachable() }",
        ),
        (
            "ok",
            "let x: f32; { x = 0.0; x = x / x; x = x + 1.0_f32; Call(u = show(x), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "open-value",
            "let x: f32; let n: u32; { x = 0.0; x = x / x; n = CastTransmute(x); Call(u = show(n), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "ok",
            "let x: f32; let n: u32; { x = 1.5; n = CastTransmute(x); Call(u = show(n), ReturnTo(b), UnwindUnreachable()) } b = { Return() }",
        ),
        (
            "ok",
            "let x: f32; let n: u32; { x = 0.0; x = x / x; n = x as u32; match n { 0 => b, _ => d } } b = { Return() } d = { Unreachable() }",
        ),
    ]);
}

#[test]
fn stricter_readings_forbid_what_is_undecided() {
    let moved = "let x: u32; let y: u32; { x = one; y = Move(x); y = x; Return() }";
    assert_eq!(verdict(moved, Switches::default()), "ok");
    assert_eq!(verdict(moved, Switches::STRICT), "uninitialised");
    let same = "let x: (u8, u8); { x = (1, 2); x = x; Return() }";
    assert_eq!(verdict(same, Switches::default()), "ok");
    assert_eq!(verdict(same, Switches::STRICT), "overlap");
    let swapped = "let x: (u8, u8); { x = (1, 2); x = (x.1, x.0); Return() }";
    assert_eq!(verdict(swapped, Switches::default()), "ok");
    assert_eq!(verdict(swapped, Switches::STRICT), "overlap");
}
