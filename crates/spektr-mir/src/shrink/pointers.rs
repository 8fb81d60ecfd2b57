//! Edits of the types of function pointers: all functions that such a pointer may lead to,
//! all calls through one, and the type itself change together.

use crate::syntax::*;
use crate::typing;

use super::signature::{forget_parameter, forget_return, is_destructor, pointed_to};
use super::types::replace_type;

/// Takes a parameter away from a type of function pointers.
pub fn drop_pointer_parameter(program: &mut Program, ty: Ty, param: u32) -> Option<()> {
    let (mut params, ret) = parts(program, ty)?;
    if param as usize >= params.len() {
        return None;
    }
    let (targets, calls) = (targets(program, ty)?, calls(program, ty));
    for function in targets {
        forget_parameter(program, function, param)?;
    }
    for (function, block) in calls {
        match &mut program.functions[function.index()].blocks[block.index()].terminator.kind {
            TerminatorKind::Call { args, .. } | TerminatorKind::TailCall { args, .. }
                if (param as usize) < args.len() =>
            {
                args.remove(param as usize);
            }
            _ => return None,
        }
    }
    params.remove(param as usize);
    replace_type(program, ty, TyKind::FnPtr { params, ret });
    Some(())
}

/// Functions behind pointers of a type return nothing.
pub fn drop_pointer_return(program: &mut Program, ty: Ty) -> Option<()> {
    let unit = program.types.unit();
    let (params, ret) = parts(program, ty)?;
    if ret == unit {
        return None;
    }
    let (targets, calls) = (targets(program, ty)?, calls(program, ty));
    for function in targets {
        forget_return(program, function)?;
    }
    for (function, block) in calls {
        let body = &mut program.functions[function.index()];
        let nowhere = Local(body.locals.len() as u32);
        let TerminatorKind::Call { destination, .. } =
            &mut body.blocks[block.index()].terminator.kind
        else {
            return None;
        };
        *destination = Place::local(nowhere);
        let name = format!("unit{}", nowhere.0);
        body.locals.push(LocalDecl { name, ty: unit, span: Span::default() });
    }
    replace_type(program, ty, TyKind::FnPtr { params, ret: unit });
    Some(())
}

fn parts(program: &Program, ty: Ty) -> Option<(Vec<Ty>, Ty)> {
    match program.types.all().find(|(id, _)| *id == ty)?.1 {
        TyKind::FnPtr { params, ret } => Some((params.clone(), *ret)),
        _ => None,
    }
}

/// Functions of this type whose address is taken; `None` if one of them is bound to its
/// signature otherwise.
fn targets(program: &Program, ty: Ty) -> Option<Vec<FnId>> {
    let (params, ret) = parts(program, ty)?;
    let fits = |function: &FnId| {
        let body = &program.functions[function.index()];
        let own = &body.locals[1..=body.params as usize];
        body.locals[0].ty == ret && own.iter().map(|local| local.ty).eq(params.iter().copied())
    };
    let targets: Vec<FnId> = pointed_to(program).into_iter().filter(fits).collect();
    let free = |function: &FnId| !is_destructor(program, *function);
    targets.iter().all(free).then_some(targets)
}

/// Blocks that end with a call through a pointer of this type.
fn calls(program: &Program, ty: Ty) -> Vec<(FnId, BlockId)> {
    let mut found = Vec::new();
    for (f, function) in program.functions.iter().enumerate() {
        for (b, block) in function.blocks.iter().enumerate() {
            if let TerminatorKind::Call { callee: Callee::Pointer(pointer), .. }
            | TerminatorKind::TailCall { callee: Callee::Pointer(pointer), .. } =
                &block.terminator.kind
                && typing::operand_ty(program, function, pointer) == Ok(ty)
            {
                found.push((FnId(f as u32), BlockId(b as u32)));
            }
        }
    }
    found
}
