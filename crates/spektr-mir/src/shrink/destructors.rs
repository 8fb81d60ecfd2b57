//! Destructors called by name: what a drop does becomes a call that other edits understand.

use crate::syntax::*;
use crate::typing::{place_ty, projected_ty};

/// `Drop(p)` as a call of the first destructor that it runs, with `&mut` to what has it. What
/// else the drop would do is left out; the machine says whether that matters.
pub fn call_destructor(program: &mut Program, function: FnId, block: BlockId) -> Option<()> {
    let body = program.functions.get(function.index())?;
    let TerminatorKind::Drop { place, target, unwind } =
        body.blocks.get(block.index())?.terminator.kind.clone()
    else {
        return None;
    };
    let ty = place_ty(&program.types, body, &place).ok()?;
    let (place, ty, destructor) = first_destructor(&program.types, place, ty)?;
    let pointer = program.types.intern(TyKind::Ref(Mutability::Mut, ty));
    let unit = program.types.intern(TyKind::Tuple(Vec::new()));
    let body = &mut program.functions[function.index()];
    let mut declare = |ty: Ty| {
        let local = Local(body.locals.len() as u32);
        body.locals.push(LocalDecl { name: format!("_{}", local.0), ty, span: Span::default() });
        local
    };
    let (object, nothing) = (declare(pointer), declare(unit));
    let block = &mut body.blocks[block.index()];
    let borrow = Rvalue::Ref(Mutability::Mut, place);
    let kind = StatementKind::Assign(Place::local(object), borrow);
    block.statements.push(Statement { kind, span: Span::default() });
    block.terminator.kind = TerminatorKind::Call {
        destination: Place::local(nothing),
        callee: Callee::Function(destructor),
        args: vec![Operand::Copy(Place::local(object))],
        target,
        unwind,
    };
    Some(())
}

/// The type without its destructor. Edits before it may have taken the type away.
pub fn drop_destructor(program: &mut Program, id: AdtId) -> Option<()> {
    let has_one = program.types.adts().any(|(it, def)| it == id && def.drop.is_some());
    has_one.then(|| program.types.adt_mut(id).drop = None)
}

/// The outermost part of a place that has a destructor of its own, fields in their order.
fn first_destructor(types: &Types, place: Place, ty: Ty) -> Option<(Place, Ty, FnId)> {
    let fields = match types.kind(ty) {
        TyKind::Tuple(fields) => fields.len(),
        TyKind::Adt(id) => match types.adt(*id) {
            AdtDef { drop: Some(destructor), .. } => return Some((place, ty, *destructor)),
            def if def.kind == AdtKind::Struct => def.variants[0].fields.len(),
            _ => return None,
        },
        _ => return None,
    };
    (0..fields as u32).find_map(|field| {
        let part = Projection::Field(field);
        let inner = projected_ty(types, ty, part).ok()?;
        let has_one = types.has_destructor(inner);
        has_one.then(|| first_destructor(types, place.clone().then(part), inner)).flatten()
    })
}
