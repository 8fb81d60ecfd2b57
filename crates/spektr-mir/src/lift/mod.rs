//! Reduced MIR said again in surface Rust, where that is possible.
//!
//! A lifted program is only a proposal: it may lose what made the compiler stumble
//! (storage markers, moves, exact temporaries), so whoever asks keeps it only if it
//! still shows the bug. What surface Rust cannot say at all gives `None`.

mod expression;
mod flow;
pub mod literal;

use std::fmt::Write;

use crate::print::{Form, Observers, Printer};
use crate::syntax::*;
use expression::Expressions;

/// The program as an ordinary Rust file that prints the same lines, if it can be said.
pub fn lift(program: &Program) -> Option<String> {
    let mut printer = Printer::new(program, Form::Pretty);
    printer.out.push_str(HEADER);
    printer.definitions();
    printer.line("");
    let mut out = std::mem::take(&mut printer.out);
    let mut sites = Sites { next: 0 };
    for function in &program.functions {
        out.push_str(&lift_function(program, function, &printer.observers, &mut sites)?);
    }
    out.push_str(&lift_main(program)?);
    // Values go to their observers as they do in MIR: a borrow would hide them from passes.
    printer.helpers();
    out.push_str(&printer.out);
    Some(out)
}

const HEADER: &str = "\
#![allow(unused, static_mut_refs, internal_features, dangerous_implicit_autorefs)]
#![allow(unnecessary_transmutes, ptr_to_integer_transmute_in_consts)]
";

/// Numbers observations in program order, as printing does.
struct Sites {
    next: u32,
}

impl Sites {
    fn of(&mut self, function: &Function) -> Vec<Option<u32>> {
        let mut number = |block: &Block| {
            let call = matches!(
                &block.terminator.kind,
                TerminatorKind::Call { callee: Callee::Observe, .. }
            );
            call.then(|| {
                self.next += 1;
                self.next - 1
            })
        };
        function.blocks.iter().map(&mut number).collect()
    }
}

fn lift_function(
    program: &Program,
    function: &Function,
    observers: &Observers,
    sites: &mut Sites,
) -> Option<String> {
    let sites = sites.of(function);
    let types = &program.types;
    let mut out = String::new();
    match function.inline {
        Inline::Default => {}
        Inline::Never => out.push_str("#[inline(never)]\n"),
        Inline::Always => out.push_str("#[inline(always)]\n"),
    }
    let params = function.locals.iter().skip(1).take(function.params as usize);
    let params: Vec<String> =
        params.map(|local| format!("mut {}: {}", local.name, types.display(local.ty))).collect();
    let ret = function.locals.first()?.ty;
    let (name, params) = (&function.name, params.join(", "));
    writeln!(out, "unsafe fn {name}({params}) -> {} {{", types.display(ret)).ok()?;
    let straight = flow::is_straight(function);
    for (i, local) in function.locals.iter().enumerate() {
        if i == 0 || i > function.params as usize {
            out.push_str(&declare(program, function, Local(i as u32), local, straight));
        }
    }
    let expressions = Expressions { program, function };
    out.push_str(&flow::body(&expressions, observers, &sites)?);
    out.push_str("}\n\n");
    Some(out)
}

/// Locals that are assigned as a whole before anything else need no initial value;
/// others get zeros, which MIR would call uninitialised.
fn declare(
    program: &Program,
    function: &Function,
    local: Local,
    decl: &LocalDecl,
    straight: bool,
) -> String {
    let ty = program.types.display(decl.ty);
    let name = if local == Local::RETURN { "ret" } else { &decl.name };
    let never_null = matches!(program.types.kind(decl.ty), TyKind::Ref(..) | TyKind::FnPtr { .. });
    let plain = never_null || (straight && flow::assigned_first(function, local));
    if plain {
        format!("    let mut {name}: {ty};\n")
    } else {
        format!("    let mut {name}: {ty} = core::mem::zeroed();\n")
    }
}

fn lift_main(program: &Program) -> Option<String> {
    let entry = program.functions.get(program.entry.function.index())?;
    let types = entry.locals.iter().skip(1).map(|local| local.ty);
    let args: Vec<String> = program
        .entry
        .args
        .iter()
        .zip(types)
        .map(|(arg, ty)| {
            let mut printer = Printer::new(program, Form::Pretty);
            printer.value(arg, ty);
            format!("core::hint::black_box({})", printer.out)
        })
        .collect();
    Some(format!("fn main() {{\n    unsafe {{ {}({}); }}\n}}\n", entry.name, args.join(", ")))
}
