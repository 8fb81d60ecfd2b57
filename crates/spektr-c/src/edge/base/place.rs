//! Places: variables and the ways from them to scalars and records.

use spektr_text::Span;

use super::Base;
use crate::syntax::{BinOp, Expr, ExprKind, GlobalId, LocalId};
use crate::types::{Quals, Shape, Ty, Types};
use crate::typing;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    Global(GlobalId),
    Local(LocalId),
}

/// A variable that can be named.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    pub root: Root,
    pub ty: Ty,
    /// Values of a loop's counter, which its body does not change: from, and not reached.
    pub range: Option<(i64, i64)>,
    /// In how many blocks it is; what is in fewer lives longer.
    pub depth: usize,
}

/// How many pointers lead from a type to what is none.
pub fn levels(types: &Types, mut ty: Ty) -> u32 {
    let mut levels = 0;
    while let Some(target) = types.target(ty) {
        (ty, levels) = (target, levels + 1);
    }
    levels
}

/// What a place is wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

impl Base {
    pub(super) fn local_expr(&self, local: LocalId) -> Expr {
        let ty = self.program.function(self.function).local(local).ty;
        Expr::new(ExprKind::Local(local), ty, Span::default())
    }

    pub(super) fn root_expr(&self, variable: Variable) -> Expr {
        match variable.root {
            Root::Global(id) => Expr::new(ExprKind::Global(id), variable.ty, Span::default()),
            Root::Local(id) => self.local_expr(id),
        }
    }

    /// Some variable for which this holds; later ones are likelier.
    pub(super) fn pick(&mut self, fits: impl Fn(&Types, &Variable) -> bool) -> Option<Variable> {
        let types = &self.program.types;
        let found: Vec<Variable> =
            self.variables.iter().filter(|it| fits(types, it)).copied().collect();
        if found.is_empty() {
            return None;
        }
        let late = found.len() / 2;
        let index = match self.entropy.coin() {
            true => late + self.entropy.index(found.len() - late),
            false => self.entropy.index(found.len()),
        };
        Some(found[index])
    }

    /// An integer somewhere in the variables.
    pub(super) fn integer(&mut self, access: Access) -> Option<Expr> {
        for _ in 0..6 {
            let variable = self.pick(|_, it| access == Access::Read || it.range.is_none())?;
            let place = self.root_expr(variable);
            if let Some(place) = self.descend(place)
                && (access == Access::Read || !place.ty.is_const())
            {
                return Some(place);
            }
        }
        None
    }

    /// The way from a place to an integer in it, or behind its pointers.
    pub(super) fn descend(&mut self, mut place: Expr) -> Option<Expr> {
        for _ in 0..12 {
            let types = &mut self.program.types;
            place = match types.shape(place.ty).clone() {
                Shape::Array { length, .. } => {
                    let index = self.index(length?);
                    typing::index(&mut self.program.types, place, index).ok()?
                }
                Shape::Record(id) => {
                    let fields = types.fields(id);
                    let named: Vec<u32> = (0..)
                        .zip(fields)
                        .filter(|(_, it)| it.name.is_some())
                        .map(|it| it.0)
                        .collect();
                    let field = named[self.entropy.index(named.len())];
                    typing::member(&mut self.program.types, place, field).ok()?
                }
                Shape::Pointer(_) => typing::deref(types, place).ok()?,
                _ => return types.is_integer(place.ty).then_some(place),
            };
        }
        None
    }

    /// An index for an array of this length: within its bounds, whatever values it is made of.
    pub(super) fn index(&mut self, length: u64) -> Expr {
        let within = |_: &Types, it: &Variable| {
            it.range.is_some_and(|(low, high)| low >= 0 && high <= length as i64)
        };
        match self.entropy.index(10) {
            0..4 => {
                if let Some(counter) = self.pick(within) {
                    return self.root_expr(counter);
                }
            }
            4 | 5 => {
                let simple = |types: &Types, it: &Variable| types.is_integer(it.ty);
                if let Some(variable) = self.pick(simple) {
                    let value = self.root_expr(variable);
                    let types = &mut self.program.types;
                    let most =
                        Expr::new(ExprKind::Int(length.into()), Types::UINT, Span::default());
                    let cast = typing::cast(types, value, Types::UINT);
                    let made = cast.and_then(|it| typing::binary(types, BinOp::Rem, it, most));
                    if let Ok(made) = made {
                        return made;
                    }
                }
            }
            _ => {}
        }
        Expr::int(self.entropy.below(length) as i32)
    }

    /// A place of just this type, or one with fewer qualifiers: the variable itself, or one of its
    /// elements or members.
    pub(super) fn place_of(
        &mut self,
        wanted: Ty,
        fits: impl Fn(&Variable) -> bool,
    ) -> Option<Expr> {
        let is_it = |ty: Ty| {
            ty.unqualified() == wanted.unqualified()
                && wanted.quals.has(ty.quals.without(Quals::RESTRICT))
        };
        if self.chance(600)
            && let Some(same) = self.pick(|_, it| it.range.is_none() && fits(it) && is_it(it.ty))
        {
            return Some(self.root_expr(same));
        }
        for _ in 0..16 {
            let variable = self.pick(|_, it| it.range.is_none() && fits(it))?;
            let mut place = self.root_expr(variable);
            for _ in 0..6 {
                if is_it(place.ty) {
                    return Some(place);
                }
                let types = &mut self.program.types;
                place = match types.shape(place.ty).clone() {
                    Shape::Array { length: Some(length), .. } => {
                        let index = Expr::int(self.entropy.below(length) as i32);
                        typing::index(&mut self.program.types, place, index).ok()?
                    }
                    Shape::Record(id) => {
                        let count = types.fields(id).len();
                        let field = self.entropy.index(count) as u32;
                        let it = &self.program.types.fields(id)[field as usize];
                        if it.name.is_none() || it.bits.is_some() {
                            break;
                        }
                        typing::member(&mut self.program.types, place, field).ok()?
                    }
                    _ => break,
                };
            }
        }
        None
    }

    /// The address of something that a pointer of this type may point to, alive at least as long
    /// as a variable of that depth.
    pub(super) fn address_for(&mut self, pointer: Ty, depth: usize) -> Option<Expr> {
        let target = self.program.types.target(pointer)?;
        let place = self.place_of(target, |it| it.depth <= depth)?;
        typing::address_of(&mut self.program.types, place).ok()
    }

    /// A pointer of this type: an address, another pointer's value, or seldom null.
    pub(super) fn pointer_for(&mut self, pointer: Ty, depth: usize) -> Option<Expr> {
        if self.chance(30) {
            return typing::assignment_conversion(&mut self.program.types, Expr::int(0), pointer)
                .ok();
        }
        if self.chance(300)
            && let Some(other) =
                self.pick(|_, it| it.ty.unqualified() == pointer.unqualified() && it.depth <= depth)
        {
            let value = self.root_expr(other);
            return Some(value.decayed(&mut self.program.types));
        }
        self.address_for(pointer, depth)
    }
}
