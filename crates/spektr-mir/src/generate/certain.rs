//! Steps that cannot be refused: plain values in the running function's own locals, no
//! pointers followed, no references copied, every operand known to be there. They need no
//! way back, which makes them several times cheaper. When in doubt, a step is not certain.

use super::generator::Generator;
use crate::syntax::{
    AdtKind, AggregateKind, BinOp, CastKind, Const, Operand, Place, Projection, Rvalue,
    StatementKind, TyKind, UnOp,
};

impl Generator {
    /// Whether the machine has to accept this statement now.
    pub fn is_certain(&self, kind: &StatementKind) -> bool {
        match kind {
            StatementKind::Assign(place, rvalue) => {
                self.is_certain_target(place) && self.is_certain_rvalue(place, rvalue)
            }
            StatementKind::StorageLive(_) | StatementKind::StorageDead(_) => true,
            StatementKind::SetDiscriminant(..) | StatementKind::Assume(_) => false,
        }
    }

    fn is_certain_rvalue(&self, place: &Place, rvalue: &Rvalue) -> bool {
        let operand = |operand: &Operand| self.is_certain_operand(operand);
        // What is copied whole must not overlap with where it goes.
        let apart = |operand: &Operand| match operand {
            Operand::Copy(from) | Operand::Move(from) => from.local != place.local,
            Operand::Const(_) => true,
        };
        match rvalue {
            Rvalue::Use(only) => operand(only) && apart(only),
            Rvalue::Unary(UnOp::Not | UnOp::Neg, only) => operand(only),
            Rvalue::Binary(op, left, right) => {
                !matches!(op, BinOp::Div | BinOp::Rem | BinOp::Offset)
                    && self.is_certain_pair(left, right)
                    && self.is_number(left)
            }
            Rvalue::Checked(_, left, right) => self.is_certain_pair(left, right),
            Rvalue::Cast(CastKind::As, only, _) => operand(only),
            Rvalue::Aggregate(AggregateKind::Tuple | AggregateKind::Array(_), parts) => {
                let copied = |part: &Operand| !matches!(part, Operand::Move(_));
                parts.iter().all(|part| copied(part) && operand(part) && apart(part))
            }
            _ => false,
        }
    }

    fn is_certain_pair(&self, left: &Operand, right: &Operand) -> bool {
        let moved = |operand: &Operand| matches!(operand, Operand::Move(_));
        !moved(left)
            && !moved(right)
            && self.is_certain_operand(left)
            && self.is_certain_operand(right)
    }

    fn is_number(&self, operand: &Operand) -> bool {
        let ty = match operand {
            Operand::Const(_) => return true,
            _ => self.operand_ty(operand),
        };
        !self.facts(ty).pointers
    }

    fn is_certain_operand(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Const(Const::Scalar { .. }) => true,
            Operand::Const(_) => false,
            Operand::Copy(place) | Operand::Move(place) => self.is_certain_read(place),
        }
    }

    /// Whether a place can be read for certain: own memory, and a known value in it.
    pub fn is_certain_read(&self, place: &Place) -> bool {
        !place.is_indirect()
            && !self.scene().state(place.local).off
            && self.is_plain(place)
            && self.stage.determinate(place)
    }

    fn is_certain_target(&self, place: &Place) -> bool {
        !place.is_indirect()
            && !self.scene().state(place.local).off
            && self.is_plain(place)
            && (place.projection.is_empty() || self.stage.reachable(place))
    }

    /// Whether a place goes only through structs, tuples and arrays, to something without
    /// references.
    fn is_plain(&self, place: &Place) -> bool {
        let types = self.types();
        let mut ty = self.local_ty(place.local);
        for &step in &place.projection {
            let shared = match types.kind(ty) {
                TyKind::Adt(id) => types.adt(*id).kind != AdtKind::Struct,
                _ => false,
            };
            if shared || matches!(step, Projection::VariantField { .. }) {
                return false;
            }
            match crate::typing::projected_ty(types, ty, step) {
                Ok(next) => ty = next,
                Err(_) => return false,
            }
        }
        !self.facts(ty).references
    }
}
