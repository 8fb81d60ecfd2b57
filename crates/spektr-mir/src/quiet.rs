//! The same program with less to be seen: what it observed on its way is only handed to a
//! function that is never inlined, as people's `opaque` does, and at its end its result is shown,
//! or what its first function shows itself.
//!
//! To print a value is to pass its parts to somebody, and that may keep an optimizer from
//! what it does wrong. The twin is a program like any other.

use crate::print::has_leaves;
use crate::syntax::*;
use crate::typing::operand_ty;

/// The twin; `None` where nothing would be seen, or everything already is.
pub fn quiet(program: &Program) -> Option<Program> {
    let entry = &program.functions[program.entry.function.index()];
    let gives_back = has_leaves(&program.types, entry.locals[0].ty);
    // A `main` that shows what it was given back is left as it is.
    if !gives_back && !observes(entry) {
        return None;
    }
    let mut twin = program.clone();
    let mut hidden: Vec<(Vec<Ty>, FnId)> = Vec::new();
    let loud = |it: &usize| gives_back || *it != program.entry.function.index();
    for function in (0..program.functions.len()).filter(loud) {
        for block in 0..program.functions[function].blocks.len() {
            let own = &program.functions[function];
            let TerminatorKind::Call { callee: Callee::Observe, args, .. } =
                &own.blocks[block].terminator.kind
            else {
                continue;
            };
            let tys = args.iter().map(|arg| operand_ty(program, own, arg).ok());
            let tys: Vec<Ty> = tys.collect::<Option<_>>()?;
            let known = hidden.iter().find(|(of, _)| *of == tys).map(|(_, id)| *id);
            let id = known.unwrap_or_else(|| {
                let id = FnId(twin.functions.len() as u32);
                let name = free_name(program, &format!("hide{}", hidden.len()));
                let function = hiding(&mut twin.types, &tys, name);
                twin.functions.push(function);
                hidden.push((tys, id));
                id
            });
            let kind = &mut twin.functions[function].blocks[block].terminator.kind;
            if let TerminatorKind::Call { callee, .. } = kind {
                *callee = Callee::Function(id);
            }
        }
    }
    if hidden.is_empty() {
        return None;
    }
    if gives_back {
        let name = free_name(program, "show_result");
        let shows = showing(&mut twin.types, entry, program.entry.function, name);
        twin.entry.function = FnId(twin.functions.len() as u32);
        twin.functions.push(shows);
    }
    twin.normalize();
    Some(twin)
}

fn observes(function: &Function) -> bool {
    let is = |block: &Block| {
        matches!(block.terminator.kind, TerminatorKind::Call { callee: Callee::Observe, .. })
    };
    function.blocks.iter().any(is)
}

/// A function that takes values of these types where no optimizer sees them.
fn hiding(types: &mut Types, tys: &[Ty], name: String) -> Function {
    let mut locals = vec![local("RET", types.unit())];
    locals.extend(tys.iter().enumerate().map(|(i, &ty)| local(&format!("_{}", i + 1), ty)));
    let mut blocks = Vec::new();
    for (i, &ty) in tys.iter().enumerate() {
        let taken = Local(locals.len() as u32);
        locals.push(local(&format!("_{}", taken.0), ty));
        let argument = Operand::Move(Place::local(Local(i as u32 + 1)));
        let callee = Callee::Intrinsic(Intrinsic::BlackBox, vec![ty]);
        blocks.push(block(blocks.len(), call(taken, callee, vec![argument], blocks.len() + 1)));
    }
    blocks.push(block(blocks.len(), TerminatorKind::Return));
    function(name, tys.len(), locals, blocks)
}

/// A function that calls the first one and shows what it gives back.
fn showing(types: &mut Types, entry: &Function, id: FnId, name: String) -> Function {
    let params = entry.params as usize;
    let mut locals = vec![local("RET", types.unit())];
    let param = |i: usize| local(&format!("_{i}"), entry.locals[i].ty);
    locals.extend((1..=params).map(param));
    let result = Local(locals.len() as u32);
    locals.push(local(&format!("_{}", result.0), entry.locals[0].ty));
    let args = (1..=params as u32).map(|i| Operand::Move(Place::local(Local(i)))).collect();
    let shown = vec![Operand::Copy(Place::local(result))];
    let blocks = vec![
        block(0, call(result, Callee::Function(id), args, 1)),
        block(1, call(Local(0), Callee::Observe, shown, 2)),
        block(2, TerminatorKind::Return),
    ];
    function(name, params, locals, blocks)
}

/// This name, or one like it that nothing else has.
fn free_name(program: &Program, name: &str) -> String {
    let mut name = name.to_owned();
    let functions = || program.functions.iter().map(|it| &it.name);
    let values = || {
        program.statics.iter().map(|it| &it.name).chain(program.consts.iter().map(|it| &it.name))
    };
    while functions().chain(values()).any(|taken| *taken == name) {
        name.push('_');
    }
    name
}

fn local(name: &str, ty: Ty) -> LocalDecl {
    LocalDecl { name: name.to_owned(), ty, span: Span::default() }
}

fn call(to: Local, callee: Callee, args: Vec<Operand>, target: usize) -> TerminatorKind {
    let (destination, target) = (Place::local(to), BlockId(target as u32));
    TerminatorKind::Call { destination, callee, args, target, unwind: Unwind::Unreachable }
}

fn block(number: usize, kind: TerminatorKind) -> Block {
    let terminator = Terminator { kind, span: Span::default() };
    Block { name: format!("bb{number}"), cleanup: false, statements: Vec::new(), terminator }
}

fn function(name: String, params: usize, locals: Vec<LocalDecl>, blocks: Vec<Block>) -> Function {
    let (params, inline, span) = (params as u32, Inline::Never, Span::default());
    Function {
        name,
        params,
        generics: 0,
        locals,
        blocks,
        inline,
        abi: Abi::Rust,
        cold: false,
        reached: Reached::Directly,
        span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, print, wellformed};

    const TEXT: &str = "
        #![feature(custom_mir, core_intrinsics)]
        use core::intrinsics::mir::*;
        #[inline(never)]
        fn opaque<T>(x: T) { core::hint::black_box(x); }
        #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        fn f(mut x: u8) -> (u8, u32) { mir! {
            let u: ();
            {
                RET = (x, 5_u32);
                Call(u = opaque(RET), ReturnTo(bb1), UnwindUnreachable())
            }
            bb1 = {
                RET.1 = 6_u32;
                Call(u = opaque(x), ReturnTo(bb2), UnwindUnreachable())
            }
            bb2 = { Return() }
        } }
        fn main() { f(core::hint::black_box(7)); }";

    fn trace(program: &Program) -> String {
        let mut machine = crate::machine::Machine::new(program).expect("layouts");
        machine.start(program).expect("it starts");
        machine.run(program, 1000).expect("it ends");
        machine.trace().to_owned()
    }

    #[test]
    fn only_the_result_is_shown() {
        let program = parse::parse(TEXT).expect("a program");
        assert_eq!(trace(&program), "0 7 5\n1 7\n");
        let twin = quiet(&program).expect("there is something to hide");
        assert_eq!(wellformed::check(&twin).map_err(|errors| errors[0].to_string()), Ok(()));
        assert_eq!(trace(&twin), "0 7 6\n");
        let again = parse::parse(&print::pretty(&twin)).expect("it is a program like any other");
        assert_eq!(print::pretty(&again), print::pretty(&twin));
        assert!(quiet(&twin).is_none());
    }

    #[test]
    fn a_main_that_shows_the_result_is_left_alone() {
        let prints = TEXT.replace("f(core::hint::black_box(7));", "println!(\"{:?}\", f(7));");
        let program = parse::parse(&prints).expect("a program");
        assert_eq!(trace(&program), "0 7 5\n1 7\n2 7 6\n");
        let twin = quiet(&program).expect("there is something to hide");
        assert_eq!(trace(&twin), "0 7 6\n");
        assert!(quiet(&twin).is_none());
    }
}
