//! Where two traces part: the function, the variable, and what it was and should have been.
//! Knows how observers write values, and nothing about compilers.

use spektr_wing::Difference;

use crate::print::{Form, Printer};
use crate::syntax::*;
use crate::typing::operand_ty;

/// The first observation in which `found` differs from `wanted`.
pub(crate) fn first(program: &Program, wanted: &str, found: &str) -> Option<Difference> {
    let mut found_lines = found.lines();
    for wanted in wanted.lines() {
        let found = found_lines.next();
        if found != Some(wanted) {
            return Some(of_lines(program, wanted, found));
        }
    }
    let surplus = found_lines.next()?;
    let wanted = "the end".to_owned();
    Some(Difference { wanted, found: Some(surplus.to_owned()), ..of_lines(program, surplus, None) })
}

fn of_lines(program: &Program, wanted: &str, found: Option<&str>) -> Difference {
    let (site, values) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let observation = site.parse().ok().and_then(|site| observation(program, site));
    let Some((function, args)) = observation else {
        return Difference {
            function: "main".to_owned(),
            variable: "the way it ended".to_owned(),
            wanted: wanted.to_owned(),
            found: found.map(str::to_owned),
        };
    };
    let name = function.name.clone();
    // Another site means another way through the program: no value to compare with.
    let Some((_, others)) =
        found.and_then(|found| found.split_once(' ')).filter(|(at, _)| *at == site)
    else {
        let variable = names(program, function, args);
        let (wanted, found) = (values.to_owned(), found.map(str::to_owned));
        return Difference { function: name, variable, wanted, found };
    };
    let wanted: Vec<&str> = values.split(' ').collect();
    let found: Vec<&str> = others.split(' ').collect();
    let part = differing_part(program, function, args, &wanted, &found);
    let pick = |words: &[&str]| words.get(part.words.clone()).unwrap_or(words).join(" ");
    Difference {
        function: name,
        variable: names(program, function, &args[part.args.clone()]),
        wanted: pick(&wanted),
        found: Some(pick(&found)),
    }
}

/// Arguments of an observation, and the words of its line that show them.
struct Part {
    args: std::ops::Range<usize>,
    words: std::ops::Range<usize>,
}

/// The first argument that differs; with all that follow it where its length is not known.
fn differing_part(
    program: &Program,
    function: &Function,
    args: &[Operand],
    wanted: &[&str],
    found: &[&str],
) -> Part {
    let mut start = 0;
    for (i, arg) in args.iter().enumerate() {
        let ty = operand_ty(program, function, arg).ok();
        let width = ty.and_then(|ty| width(&program.types, ty));
        let Some(end) = width.map(|width| start + width).filter(|&end| end <= wanted.len()) else {
            return Part { args: i..args.len(), words: start..wanted.len() };
        };
        if found.get(start..end) != Some(&wanted[start..end]) {
            return Part { args: i..i + 1, words: start..end };
        }
        start = end;
    }
    Part { args: 0..args.len(), words: 0..wanted.len() }
}

/// How many words show a value of the type; `None` if that depends on the value.
fn width(types: &Types, ty: Ty) -> Option<usize> {
    match types.kind(ty) {
        TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) => Some(1),
        TyKind::RawPtr(..) | TyKind::Ref(..) | TyKind::FnPtr { .. } => Some(1),
        TyKind::Tuple(fields) => fields.iter().map(|&field| width(types, field)).sum(),
        TyKind::Array(element, len) => Some(width(types, *element)? * usize::try_from(*len).ok()?),
        TyKind::Adt(id) => {
            let def = types.adt(*id);
            match (def.kind, &def.variants[..]) {
                (AdtKind::Struct, [only]) if def.origin == AdtOrigin::Local => {
                    only.fields.iter().map(|field| width(types, field.ty)).sum()
                }
                (AdtKind::Union, _) if def.origin == AdtOrigin::Local => Some(1),
                _ => None,
            }
        }
        TyKind::Never | TyKind::Param(_) | TyKind::Slice(_) | TyKind::Str => Some(0),
    }
}

/// The observation whose lines begin with this number.
fn observation(program: &Program, site: usize) -> Option<(&Function, &[Operand])> {
    let functions = program.functions.iter();
    let mut calls = functions.flat_map(|function| {
        function.blocks.iter().filter_map(move |block| match &block.terminator.kind {
            TerminatorKind::Call { callee: Callee::Observe, args, .. } => {
                Some((function, &args[..]))
            }
            _ => None,
        })
    });
    calls.nth(site)
}

fn names(program: &Program, function: &Function, args: &[Operand]) -> String {
    let mut printer = Printer::new(program, Form::Pretty);
    printer.operands(function, args);
    printer.out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program() -> Program {
        let text = "
            use core::intrinsics::mir::*;
            fn observe<A, B, C>(a: A, b: B, c: C) {}
            #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
            fn f() { mir! {
             let a: u8; let b: (u8, [bool; 2]); let c: i16;
             {
              Call(RET = observe(a, b, c), ReturnTo(end), UnwindUnreachable())
             }
             end = { Return() }
            } }
            fn main() { f(); }";
        crate::parse::parse(text).expect("the program is well-formed")
    }

    fn words(wanted: &str, found: &str) -> (String, String, Option<String>) {
        let it = first(&program(), wanted, found).expect("they differ");
        (it.variable, it.wanted, it.found)
    }

    #[test]
    fn the_differing_variable_is_named_alone() {
        let told = words("0 1 2 0 1 3\n", "0 1 2 1 1 3\n");
        assert_eq!(told, ("b".into(), "2 0 1".into(), Some("2 1 1".into())));
        let told = words("0 1 2 0 1 3\n", "0 1 2 0 1 4\n");
        assert_eq!(told, ("c".into(), "3".into(), Some("4".into())));
    }

    #[test]
    fn an_early_end_and_another_way_name_all_variables() {
        assert_eq!(words("0 1 2 0 1 3\n", ""), ("a, b, c".into(), "1 2 0 1 3".into(), None));
        let told = words("0 1 2 0 1 3\n", "7 1\n");
        assert_eq!(told, ("a, b, c".into(), "1 2 0 1 3".into(), Some("7 1".into())));
        let told = words("", "0 1 2 0 1 3\n");
        assert_eq!((&*told.0, &*told.1), ("a, b, c", "the end"));
    }

    #[test]
    fn equal_traces_do_not_differ() {
        assert_eq!(first(&program(), "0 1\n", "0 1\n"), None);
    }
}
