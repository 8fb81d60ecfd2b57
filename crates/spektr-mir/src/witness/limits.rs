//! What the const evaluator cannot do. A program that does any of it is not put before
//! it, and the reason is told.

use crate::print::unwinds;
use crate::syntax::*;
use crate::typing::{operand_ty, place_ty};

/// Why the const evaluator cannot judge a program; `None` if it can.
pub fn cannot_judge(program: &Program) -> Option<String> {
    if unwinds(program) {
        return Some("the const evaluator cannot unwind".to_owned());
    }
    if let Some(reason) = values(program) {
        return Some(reason);
    }
    for function in &program.functions {
        for block in &function.blocks {
            for statement in &block.statements {
                if let StatementKind::Assign(_, rvalue) = &statement.kind
                    && let Some(reason) = rvalue_limit(program, function, rvalue)
                {
                    return Some(format!("{reason}, in `{}`", function.name));
                }
            }
            if let Some(reason) = terminator_limit(program, function, &block.terminator.kind) {
                return Some(format!("{reason}, in `{}`", function.name));
            }
        }
    }
    None
}

fn values(program: &Program) -> Option<String> {
    let frozen = program.statics.iter().filter(|item| !item.mutable);
    for item in frozen {
        if has_cell(&program.types, item.ty) {
            return Some(format!("static `{}` is interior mutable", item.name));
        }
    }
    let statics = program.statics.iter().map(|item| &item.init);
    let consts = program.consts.iter().map(|item| &item.value);
    let holds_address =
        statics.chain(consts).chain(&program.entry.args).any(|tree| holds_mutable(program, tree));
    holds_address.then(|| "a constant holds the address of a mutable static".to_owned())
}

fn holds_mutable(program: &Program, tree: &ConstTree) -> bool {
    match tree {
        ConstTree::StaticAddress(id) => program.statics[id.index()].mutable,
        ConstTree::Fields(trees) | ConstTree::Variant(_, trees) => {
            trees.iter().any(|tree| holds_mutable(program, tree))
        }
        ConstTree::Repeat(tree, _) | ConstTree::Union(_, tree) => holds_mutable(program, tree),
        _ => false,
    }
}

fn has_cell(types: &Types, ty: Ty) -> bool {
    match types.kind(ty) {
        TyKind::Tuple(fields) => fields.iter().any(|&field| has_cell(types, field)),
        TyKind::Array(element, _) => has_cell(types, *element),
        TyKind::Adt(id) => {
            let def = types.adt(*id);
            let mut fields = def.variants.iter().flat_map(|variant| &variant.fields);
            def.origin == AdtOrigin::Core(CoreAdt::UnsafeCell)
                || fields.any(|field| has_cell(types, field.ty))
        }
        _ => false,
    }
}

fn rvalue_limit(program: &Program, function: &Function, rvalue: &Rvalue) -> Option<&'static str> {
    let types = &program.types;
    let is_pointer = |operand: &Operand| {
        operand_ty(program, function, operand)
            .is_ok_and(|ty| matches!(types.kind(ty), TyKind::RawPtr(..) | TyKind::FnPtr { .. }))
    };
    let is_thin = |operand: &Operand| {
        let pointee = operand_ty(program, function, operand).ok().and_then(|ty| types.pointee(ty));
        pointee.is_some_and(|to| !types.is_unsized(to))
    };
    match rvalue {
        Rvalue::Binary(op, left, _) if op.is_comparison() && is_pointer(left) && !is_thin(left) => {
            Some("the const evaluator compares neither function pointers nor wide pointers")
        }
        Rvalue::Cast(CastKind::As, operand, ty)
            if is_pointer(operand) && matches!(types.kind(*ty), TyKind::Int(_)) =>
        {
            Some("the const evaluator has no addresses to cast pointers to")
        }
        _ => None,
    }
}

fn terminator_limit(
    program: &Program,
    function: &Function,
    terminator: &TerminatorKind,
) -> Option<&'static str> {
    use Intrinsic as I;
    match terminator {
        TerminatorKind::Call { callee: Callee::Intrinsic(intrinsic, generics), .. } => {
            let quad = |ty: &Ty| *program.types.kind(*ty) == TyKind::Float(FloatTy::F128);
            match intrinsic {
                I::Sqrt if generics.first().is_some_and(quad) => {
                    Some("the const evaluator has no square roots of `f128`")
                }
                I::PtrMask => Some("the const evaluator has no addresses to mask"),
                I::Abort => Some("the const evaluator cannot abort"),
                I::NeedsDrop if generics.iter().any(|&ty| program.types.has_destructor(ty)) => {
                    Some("the const evaluator is not told of drop functions")
                }
                _ => None,
            }
        }
        TerminatorKind::Drop { place, .. } => {
            let ty = place_ty(&program.types, function, place).ok()?;
            program.types.has_destructor(ty).then_some("the const evaluator runs no drop functions")
        }
        _ => None,
    }
}
