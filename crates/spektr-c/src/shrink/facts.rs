//! What a run tells about a program: the statements that it comes to, values that are always the
//! same, and what pointers always point to. Facts suggest changes; that a change is good is for
//! others to say.

use std::collections::HashMap;

use spektr_text::Span;

use crate::machine::{Known, Machine, Origin, Seen, Switches};
use crate::syntax::{Expr, ExprKind, GlobalId, LocalId, Program, Stmt};
use crate::types::{IntKind, Shape, Ty, Types};

/// Instructions after which a run has told enough.
const FUEL: u64 = 50_000_000;

#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// By where an expression stands and its type: conversions stand where their operand does.
    values: HashMap<(u32, u32, Ty), Option<Known>>,
    /// Where the statements begin that were executed, ascending.
    reached: Vec<u32>,
}

impl Facts {
    /// Runs a program to its end, or as far as it goes. Nothing is known of a program that was
    /// not read from a text.
    pub fn of(program: &Program) -> Facts {
        let Ok(mut machine) = Machine::noting(program, Switches::STRICT) else {
            return Facts::default();
        };
        // However it ends, what was seen is true.
        let _ = machine.start(program).and_then(|()| machine.run(program, FUEL));
        let mut facts = Facts::default();
        for (place, seen) in machine.notes().into_iter().flat_map(|notes| notes.all()) {
            if !place.span.is_known() {
                continue;
            }
            match (place.ty, seen) {
                (_, Seen::Never) => {}
                (None, _) => facts.reached.push(place.span.start),
                (Some(ty), seen) => facts.add(place.span, ty, seen),
            }
        }
        facts.reached.sort_unstable();
        facts
    }

    fn add(&mut self, span: Span, ty: Ty, seen: Seen) {
        let known = match seen {
            Seen::Always(known) => Some(known),
            Seen::Never | Seen::Varying => None,
        };
        // What is lowered twice has two places in the code.
        let entry = self.values.entry((span.start, span.end, ty)).or_insert(known);
        if *entry != known {
            *entry = None;
        }
    }

    /// Whether control never came to a statement or anything in it.
    pub(super) fn is_dead(&self, stmt: &Stmt) -> bool {
        let first = self.reached.partition_point(|&start| start < stmt.span.start);
        let inside = self.reached.get(first).is_some_and(|&start| start < stmt.span.end);
        stmt.span.is_known() && !self.reached.is_empty() && !inside
    }

    fn known(&self, expr: &Expr) -> Option<Known> {
        *self.values.get(&(expr.span.start, expr.span.end, expr.ty))?
    }

    /// The constant that a value always is.
    pub(super) fn constant(&self, types: &Types, expr: &Expr) -> Option<Expr> {
        let Some(Known::Number(bits)) = self.known(expr) else { return None };
        let (kind, ty) = match types.shape(expr.ty) {
            Shape::Float(kind) => {
                let ty = Types::float(*kind);
                return Some(Expr::new(ExprKind::Float(bits), ty, expr.span));
            }
            Shape::Pointer(_) if bits == 0 => (IntKind::Int, Types::INT),
            _ => {
                let kind = promoted(types.int_kind(expr.ty)?)?;
                (kind, Types::int(kind))
            }
        };
        Some(Expr::new(ExprKind::Int(kind.truncate(bits)), ty, expr.span))
    }

    /// The object of the program, or the part of it, that an lvalue reached by a pointer always
    /// designates, as it can be written in a function.
    pub(super) fn object(&self, program: &Program, function: u32, place: &Expr) -> Option<Expr> {
        let (pointer, extra) = match &place.kind {
            ExprKind::Deref(pointer) => (pointer, 0),
            ExprKind::Index { pointer, index } => {
                let Some(Known::Number(index)) = self.known(index) else { return None };
                (pointer, index as i64)
            }
            _ => return None,
        };
        let Some(Known::Pointer { origin, offset }) = self.known(pointer) else { return None };
        let size = program.types.size_of(place.ty)?;
        let offset = i64::from(offset) + extra.checked_mul(size as i64)?;
        let (kind, ty) = match origin {
            Origin::Static(global) => {
                let named =
                    program.globals.get(global as usize).filter(|it| !it.name.is_empty())?;
                (ExprKind::Global(GlobalId(global)), named.ty)
            }
            Origin::Local { function: owner, local } if owner == function => {
                let local_ty = program.functions[function as usize].locals.get(local as usize)?.ty;
                (ExprKind::Local(LocalId(local)), local_ty)
            }
            _ => return None,
        };
        let base = Expr::new(kind, ty, place.span);
        let found = part(&program.types, base, u64::try_from(offset).ok()?, place.ty)?;
        (found != *place).then_some(found)
    }
}

/// The type that a constant of this kind is written with; 128 bits cannot be written.
fn promoted(kind: IntKind) -> Option<IntKind> {
    match kind {
        kind if kind.bits() < 32 => Some(IntKind::Int),
        IntKind::Int128 | IntKind::UInt128 => None,
        kind => Some(kind),
    }
}

/// The part of an object that begins so many bytes into it and has a type.
fn part(types: &Types, base: Expr, offset: u64, wanted: Ty) -> Option<Expr> {
    if offset == 0 && base.ty.unqualified() == wanted.unqualified() {
        return Some(base);
    }
    let span = base.span;
    match *types.shape(base.ty) {
        Shape::Array { element, .. } => {
            let size = types.size_of(element).filter(|size| *size > 0)?;
            let index = Expr::int(i32::try_from(offset / size).ok()?);
            let kind = ExprKind::Index { pointer: Box::new(base), index: Box::new(index) };
            part(types, Expr::new(kind, element, span), offset % size, wanted)
        }
        Shape::Record(id) => {
            let layout = types.layout(id)?;
            types.fields(id).iter().zip(0..).find_map(|(field, index)| {
                let bits = layout.places.get(index as usize)?.bit;
                let (start, size) = (bits / 8, types.size_of(field.ty)?);
                let inside = field.bits.is_none() && (start..start + size).contains(&offset);
                if !inside {
                    return None;
                }
                let kind = ExprKind::Member { base: Box::new(base.clone()), field: index };
                part(types, Expr::new(kind, field.ty, span), offset - start, wanted)
            })
        }
        _ => None,
    }
}
