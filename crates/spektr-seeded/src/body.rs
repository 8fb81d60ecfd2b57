//! One function as a wrong pass sees it: types of operands, cycles of the control flow,
//! fresh locals. Knows nothing of any particular bug.

use spektr_mir::syntax::visit::{Visitor, walk_statement, walk_terminator};
use spektr_mir::syntax::*;
use spektr_mir::typing;

/// A function body under a pass.
pub struct Body<'a> {
    pub types: &'a mut Types,
    pub function: &'a mut Function,
    /// By block: whether it can be reached from itself.
    cyclic: Vec<bool>,
}

impl<'a> Body<'a> {
    pub fn new(types: &'a mut Types, function: &'a mut Function) -> Body<'a> {
        let cyclic = cyclic_blocks(function);
        Body { types, function, cyclic }
    }

    /// Whether a block runs again and again.
    pub fn in_loop(&self, block: BlockId) -> bool {
        self.cyclic[block.index()]
    }

    pub fn place_ty(&self, place: &Place) -> Option<Ty> {
        typing::place_ty(self.types, self.function, place).ok()
    }

    /// The type of a place or of a literal; other constants are of no interest to any bug.
    pub fn ty(&self, operand: &Operand) -> Option<Ty> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.place_ty(place),
            Operand::Const(Const::Scalar { ty, .. }) => Some(*ty),
            Operand::Const(_) => None,
        }
    }

    pub fn int(&self, operand: &Operand) -> Option<IntTy> {
        self.as_int(self.ty(operand)?)
    }

    pub fn as_int(&self, ty: Ty) -> Option<IntTy> {
        match self.types.kind(ty) {
            TyKind::Int(int) => Some(*int),
            _ => None,
        }
    }

    pub fn is_float(&self, ty: Ty) -> bool {
        matches!(self.types.kind(ty), TyKind::Float(_))
    }

    pub fn is_scalar(&self, ty: Ty) -> bool {
        use TyKind::{Bool, Char, Float, Int};
        matches!(self.types.kind(ty), Bool | Char | Int(_) | Float(_))
    }

    /// A new local, live throughout.
    pub fn fresh(&mut self, ty: Ty) -> Place {
        let local = Local(self.function.locals.len() as u32);
        let name = format!("seeded{}", local.0);
        self.function.locals.push(LocalDecl { name, ty, span: Span::default() });
        Place::local(local)
    }
}

/// The unsigned type of the same width, and the signed of an unsigned one.
pub fn other_sign(int: IntTy) -> IntTy {
    let twin = |other: &&IntTy| {
        other.bits() == int.bits()
            && other.is_signed() != int.is_signed()
            && matches!(other, IntTy::Isize | IntTy::Usize)
                == matches!(int, IntTy::Isize | IntTy::Usize)
    };
    // Every integer type has its twin.
    IntTy::ALL.iter().find(twin).copied().unwrap_or(int)
}

pub fn assign(place: &Place, rvalue: Rvalue) -> StatementKind {
    StatementKind::Assign(place.clone(), rvalue)
}

pub fn copy(place: &Place) -> Operand {
    Operand::Copy(place.clone())
}

/// The place that an operand reads.
pub fn read_place(operand: &Operand) -> Option<&Place> {
    match operand {
        Operand::Copy(place) | Operand::Move(place) => Some(place),
        Operand::Const(_) => None,
    }
}

/// The local that a statement assigns as a whole.
pub fn assigned_local(kind: &StatementKind) -> Option<Local> {
    match kind {
        StatementKind::Assign(place, _) if place.projection.is_empty() => Some(place.local),
        _ => None,
    }
}

/// Whether a statement may directly change a local or a part of it.
pub fn changes_directly(kind: &StatementKind, local: Local) -> bool {
    match kind {
        StatementKind::Assign(place, rvalue) => {
            let written = place.local == local && !place.is_indirect();
            written || matches!(rvalue, Rvalue::Use(Operand::Move(place)) if place.local == local)
        }
        StatementKind::SetDiscriminant(place, _) => place.local == local && !place.is_indirect(),
        StatementKind::StorageLive(marked) | StatementKind::StorageDead(marked) => *marked == local,
        StatementKind::Assume(_) => false,
    }
}

/// The operand as another type; a cast to its own type is none to the compiler.
pub fn converted(body: &Body<'_>, operand: Operand, to: Ty) -> Rvalue {
    match body.ty(&operand) == Some(to) {
        true => Rvalue::Use(operand),
        false => Rvalue::Cast(CastKind::As, operand, to),
    }
}

/// Reads `to` wherever a statement copies `from`; says whether it did.
pub fn replace_operands(kind: &mut StatementKind, from: &Place, to: &Place) -> bool {
    struct Replace<'a>(&'a Place, &'a Place, bool);
    impl Visitor for Replace<'_> {
        fn operand(&mut self, operand: &mut Operand) {
            if matches!(operand, Operand::Copy(place) if place == self.0) {
                *operand = Operand::Copy(self.1.clone());
                self.2 = true;
            }
        }
    }
    let mut statement = Statement { kind: kind.clone(), span: Span::default() };
    let mut replace = Replace(from, to, false);
    walk_statement(&mut statement, &mut replace);
    *kind = statement.kind;
    replace.2
}

fn cyclic_blocks(function: &mut Function) -> Vec<bool> {
    struct Targets(Vec<BlockId>);
    impl Visitor for Targets {
        fn block(&mut self, block: &mut BlockId) {
            self.0.push(*block);
        }
    }
    let successors: Vec<Vec<BlockId>> = function
        .blocks
        .iter_mut()
        .map(|block| {
            let mut targets = Targets(Vec::new());
            walk_terminator(&mut block.terminator, &mut targets);
            targets.0
        })
        .collect();
    (0..successors.len()).map(|start| comes_back(&successors, start)).collect()
}

fn comes_back(successors: &[Vec<BlockId>], start: usize) -> bool {
    let mut seen = vec![false; successors.len()];
    let mut pending = successors[start].clone();
    while let Some(block) = pending.pop() {
        if block.index() == start {
            return true;
        }
        if !std::mem::replace(&mut seen[block.index()], true) {
            pending.extend(&successors[block.index()]);
        }
    }
    false
}
