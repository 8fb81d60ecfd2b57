//! Every rule of well-formedness, broken once: the error names the rule and the place.

use spektr_mir::parse::parse;
use spektr_mir::syntax::*;
use spektr_mir::wellformed::{check, check_types};

const SOURCE: &str = r#"
    #[derive(Clone, Copy)] #[repr(u8)] pub enum E { A = 1, B(u8) = 2 }
    pub struct S { x: i32, y: u8 }
    #[derive(Clone, Copy)] pub union U { a: u32, b: f32 }
    impl Drop for S { fn drop(&mut self) { dropped(&raw mut *self) } }
    static TABLE: [u8; 2] = [1, 2];
    const TEN: i32 = 10;
    fn show(x: i32) {}
    #[custom_mir(dialect = "runtime", phase = "initial")]
    fn dropped(s: *mut S) { mir! { { Return() } } }
    #[custom_mir(dialect = "runtime", phase = "initial")]
    fn f(a: i32, b: u8) -> i32 {
        mir! {
            let u: ();
            let e: E;
            let s: S;
            let p: *mut i32;
            let q: *mut *mut i32;
            let t: (i32, u8);
            let i: usize;
            let arr: [i32; 3];
            let c: core::cell::Cell<u8>;
            let sp: *mut S;
            {
                e = E::B(b);
                s = S { x: a, y: b };
                p = &raw mut a;
                q = &raw mut p;
                t = (a, b);
                i = 1;
                arr = [a; 3];
                a = (*p);
                a = arr[i];
                a = a + TEN;
                a = b as i32;
                c = CastTransmute(b);
                Call(u = show(a), ReturnTo(one), UnwindContinue())
            }
            one = { match b { 1 => two, _ => three } }
            two = { Drop(s, ReturnTo(three), UnwindCleanup(pad)) }
            three = { Call(RET = f(a, b), ReturnTo(four), UnwindContinue()) }
            four = { Return() }
            pad (cleanup) = { UnwindResume() }
        }
    }
    fn main() { f(1, 2); }
"#;

fn good() -> Program {
    parse(SOURCE).unwrap_or_else(|c| panic!("{}", c.rendered))
}

fn statement(program: &mut Program, index: usize) -> &mut StatementKind {
    &mut program.functions[1].blocks[0].statements[index].kind
}

fn rvalue(program: &mut Program, index: usize) -> &mut Rvalue {
    match statement(program, index) {
        StatementKind::Assign(_, rvalue) => rvalue,
        other => panic!("{other:?}"),
    }
}

fn terminator(program: &mut Program, block: usize) -> &mut TerminatorKind {
    &mut program.functions[1].blocks[block].terminator.kind
}

fn copy(local: u32) -> Operand {
    Operand::Copy(Place::local(Local(local)))
}

/// Breaks the program and expects exactly this complaint first.
fn broken(words: &str, change: impl FnOnce(&mut Program)) {
    let mut program = good();
    change(&mut program);
    let errors = check(&program).expect_err(words);
    assert!(errors[0].to_string().contains(words), "wanted `{words}`, got `{}`", errors[0]);
}

#[test]
fn the_program_is_well_formed() {
    assert_eq!(check(&good()), Ok(()));
}

#[test]
fn places_and_operands() {
    broken("no local 99", |p| *rvalue(p, 0) = Rvalue::Use(copy(99)));
    broken("root of a place", |p| {
        let place = Place::deref(Local(7)).then(Projection::Deref);
        *rvalue(p, 7) = Rvalue::Use(Operand::Copy(place));
    });
    broken("cannot be dereferenced", |p| {
        *rvalue(p, 7) = Rvalue::Use(Operand::Copy(Place::deref(Local(1))));
    });
    broken("has no field 7", |p| {
        let place = Place::local(Local(8)).then(Projection::Field(7));
        *rvalue(p, 7) = Rvalue::Use(Operand::Copy(place));
    });
    broken("has no variant 5", |p| {
        let step = Projection::VariantField { variant: 5, field: 0 };
        *rvalue(p, 7) = Rvalue::Use(Operand::Copy(Place::local(Local(4)).then(step)));
    });
    broken("must be a `usize` local", |p| {
        let place = Place::local(Local(10)).then(Projection::Index(Local(1)));
        *rvalue(p, 8) = Rvalue::Use(Operand::Copy(place));
    });
    broken("are private", |p| {
        let place = Place::local(Local(11)).then(Projection::Field(0));
        *statement(p, 11) = StatementKind::Assign(place, Rvalue::Use(copy(2)));
    });
    broken("0x1ff is not a value of type `u8`", |p| {
        let ty = p.functions[1].locals[2].ty;
        *rvalue(p, 7) = Rvalue::Use(Operand::Const(Const::Scalar { bits: 0x1ff, ty }));
    });
}

#[test]
fn rvalues() {
    broken("not `i32`", |p| *rvalue(p, 7) = Rvalue::Use(copy(2)));
    broken("`+` is not defined for `i32` and `u8`", |p| {
        *rvalue(p, 9) = Rvalue::Binary(BinOp::Add, copy(1), copy(2));
    });
    broken("Neg is not defined for `u8`", |p| *rvalue(p, 7) = Rvalue::Unary(UnOp::Neg, copy(2)));
    broken("has no checked form", |p| {
        *rvalue(p, 9) = Rvalue::Checked(BinOp::Div, copy(1), copy(1));
    });
    broken("cannot be cast", |p| {
        let ty = p.functions[1].locals[1].ty;
        *rvalue(p, 10) = Rvalue::Cast(CastKind::PtrToPtr, copy(2), ty);
    });
    broken("has no length", |p| *rvalue(p, 9) = Rvalue::Len(Place::local(Local(1))));
    broken("values for", |p| {
        if let Rvalue::Aggregate(_, operands) = rvalue(p, 1) {
            operands.pop();
        }
    });
    broken("`y` has type `i32`, not `u8`", |p| {
        if let Rvalue::Aggregate(_, operands) = rvalue(p, 1) {
            operands[1] = copy(1);
        }
    });
    broken("overlaps", |p| {
        if let TerminatorKind::Call { args, .. } = terminator(p, 0) {
            *args = vec![Operand::Move(Place::local(Local(8))), copy(8)];
        }
    });
}

#[test]
fn parts_that_do_not_overlap_may_be_moved_together() {
    let mut program = good();
    let part = |field| Operand::Move(Place::local(Local(8)).then(Projection::Field(field)));
    if let TerminatorKind::Call { args, .. } = terminator(&mut program, 0) {
        *args = vec![part(0), part(1)];
    }
    assert_eq!(check(&program), Ok(()));
    if let TerminatorKind::Call { args, .. } = terminator(&mut program, 0) {
        args.push(copy(8));
    }
    assert!(check(&program).is_err());
    assert_eq!(check_types(&program), Ok(()), "the machine may still execute it");
}

#[test]
fn terminators_and_blocks() {
    broken("there is no block 77", |p| *terminator(p, 4) = TerminatorKind::Goto(BlockId(77)));
    broken("cannot be jumped to", |p| *terminator(p, 4) = TerminatorKind::Goto(BlockId(0)));
    broken("`pad` is a cleanup block", |p| *terminator(p, 4) = TerminatorKind::Goto(BlockId(5)));
    broken("`four` is not a cleanup block", |p| {
        *terminator(p, 5) = TerminatorKind::Goto(BlockId(4));
    });
    broken("cannot return", |p| *terminator(p, 5) = TerminatorKind::Return);
    broken("only go on from a cleanup block", |p| *terminator(p, 4) = TerminatorKind::UnwindResume);
    broken("two arms for 0x1", |p| {
        if let TerminatorKind::Switch { arms, .. } = terminator(p, 1) {
            arms.push((1, BlockId(2)));
        }
    });
    broken("0x100 is not a `u8`", |p| {
        if let TerminatorKind::Switch { arms, .. } = terminator(p, 1) {
            arms.push((0x100, BlockId(2)));
        }
    });
    broken("argument 1 has type `i32`, not `u8`", |p| {
        if let TerminatorKind::Call { args, .. } = terminator(p, 3) {
            args[1] = copy(1);
        }
    });
    broken("1 arguments for 2 parameters", |p| {
        if let TerminatorKind::Call { args, .. } = terminator(p, 3) {
            args.pop();
        }
    });
    broken("the result has type `i32`, not `()`", |p| {
        if let TerminatorKind::Call { destination, .. } = terminator(p, 3) {
            *destination = Place::local(Local(3));
        }
    });
    broken("signature of its caller", |p| {
        let args = vec![copy(12)];
        *terminator(p, 4) = TerminatorKind::TailCall { callee: Callee::Function(FnId(0)), args };
    });
    broken("takes no arguments", |p| {
        if let TerminatorKind::Call { callee, .. } = terminator(p, 0) {
            *callee = Callee::Panic;
        }
    });
}

#[test]
fn names() {
    broken("`RET` cannot be the name", |p| p.functions[1].locals[3].name = "RET".into());
    broken("name of something else", |p| p.functions[1].locals[3].name = "TEN".into());
    broken("`fn` cannot be the name", |p| p.functions[1].locals[3].name = "fn".into());
    broken("name of a block", |p| p.functions[1].blocks[2].name = "one".into());
    broken("two items are called `f`", |p| p.functions[0].name = "f".into());
    broken("`main` cannot be the name", |p| p.functions[0].name = "main".into());
}

#[test]
fn types_and_values() {
    broken("contains itself", |p| {
        let own = p.types.adt_ty(AdtId(1));
        p.types.adt_mut(AdtId(1)).variants[0].fields[0].ty = own;
    });
    broken("discriminant of `B` is taken", |p| {
        p.types.adt_mut(AdtId(0)).variants[1].discriminant = 1;
    });
    broken("need `repr(inttype)`", |p| p.types.adt_mut(AdtId(0)).repr.int = None);
    broken("is for enums", |p| p.types.adt_mut(AdtId(1)).repr.int = Some(IntTy::U8));
    broken("powers of two", |p| p.types.adt_mut(AdtId(1)).repr.align = Some(3));
    broken("without `align`", |p| {
        let repr = &mut p.types.adt_mut(AdtId(1)).repr;
        (repr.align, repr.packed) = (Some(2), Some(1));
    });
    broken("stands alone", |p| p.types.adt_mut(AdtId(2)).repr.transparent = true);
    broken("cannot have a `Drop`", |p| p.types.adt_mut(AdtId(1)).copy = true);
    broken("`Drop` function takes", |p| p.types.adt_mut(AdtId(1)).drop = Some(FnId(1)));
    broken("not one of type `[u8; 2]`", |p| p.statics[0].init = ConstTree::Fields(Vec::new()));
    broken("wrong number of arguments", |p| p.entry.args.clear());
    broken("no function to start with", |p| p.entry.function = FnId(9));
}

#[test]
fn errors_know_their_statement() {
    let mut program = good();
    *rvalue(&mut program, 8) = Rvalue::Use(copy(2));
    let errors = check_types(&program).expect_err("a type error");
    let at = errors[0].at.expect("a place");
    assert_eq!((at.function, at.block, at.statement), (FnId(1), BlockId(0), 8));
    let span = errors[0].span(&program);
    assert_eq!(&SOURCE[span.start as usize..span.end as usize], "a = arr[i]");
}

#[test]
fn spans_cover_what_they_name() {
    let program = good();
    let text = |span: Span| &SOURCE[span.start as usize..span.end as usize];
    let function = &program.functions[1];
    assert_eq!(text(function.span), "fn f(a: i32, b: u8) -> i32");
    assert_eq!(text(function.locals[1].span), "a: i32");
    assert_eq!(text(function.locals[4].span), "let e: E");
    assert_eq!(text(function.blocks[0].statements[1].span), "s = S { x: a, y: b }");
    let call = "Call(u = show(a), ReturnTo(one), UnwindContinue())";
    assert_eq!(text(function.blocks[0].terminator.span), call);
    assert_eq!(text(function.blocks[1].terminator.span), "match b");
}

const GENERIC: &str = r#"
    #[custom_mir(dialect = "runtime", phase = "initial")]
    fn g<T: Copy + 'static>(x: T) -> T { mir! { { RET = x; Return() } } }
    #[custom_mir(dialect = "runtime", phase = "initial")]
    extern "C" fn c(x: u8) -> u8 {
        mir! {
            { Call(RET = g::<u8>(x), ReturnTo(end), UnwindUnreachable()) }
            end = { Return() }
        }
    }
    #[custom_mir(dialect = "runtime", phase = "initial")]
    fn f(x: u8) -> u8 {
        mir! {
            { Call(RET = c(x), ReturnTo(end), UnwindUnreachable()) }
            end = { Return() }
        }
    }
    fn main() { f(1); }
"#;

#[test]
fn generic_and_c_functions_have_rules_of_their_own() {
    let good = parse(GENERIC).unwrap_or_else(|c| panic!("{}", c.rendered));
    let broken = |words: &str, change: &dyn Fn(&mut Program)| {
        let mut program = good.clone();
        change(&mut program);
        let errors = check(&program).expect_err(words);
        assert!(errors[0].to_string().contains(words), "{}", errors[0]);
    };
    let callee = |program: &mut Program, callee: Callee| {
        *program.functions[1].blocks[0].terminator.kind.callee_mut().expect("a call") = callee;
    };
    broken("needs types for its parameters", &|p| callee(p, Callee::Function(FnId(0))));
    broken("generic arguments", &|p| callee(p, Callee::Generic(FnId(0), vec![])));
    broken("cannot be `&'static mut u8`", &|p| {
        let byte = p.types.int(IntTy::U8);
        let reference = p.types.reference(Mutability::Mut, byte);
        callee(p, Callee::Generic(FnId(0), vec![reference]));
    });
    broken("a parameter of nobody's", &|p| {
        let param = p.types.intern(TyKind::Param(1));
        p.functions[0].locals[1].ty = param;
    });
    broken("cannot be shown", &|p| {
        let unit = p.types.unit();
        let local = LocalDecl { name: "u".into(), ty: unit, span: Span::default() };
        p.functions[0].locals.push(local);
        let again = p.functions[0].blocks[0].clone();
        p.functions[0].blocks.push(Block { name: "bb1".into(), ..again });
        p.functions[0].blocks[0].terminator.kind = TerminatorKind::Call {
            destination: Place::local(Local(2)),
            callee: Callee::Observe,
            args: vec![copy(1)],
            target: BlockId(1),
            unwind: Unwind::Unreachable,
        };
    });
    broken("start", &|p| p.entry.function = FnId(1));
    broken("no panic may leave a C function", &|p| {
        if let TerminatorKind::Call { unwind, .. } = &mut p.functions[1].blocks[0].terminator.kind {
            *unwind = Unwind::Continue;
        }
    });
}
