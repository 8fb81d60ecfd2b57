//! Walking over a function body: every local, place, operand, type and block that is
//! mentioned, in order. One walk serves renaming, counting and checking.

use super::*;

/// What a walk hands out. All methods do nothing unless overridden; the `place` and
/// `operand` ones are called before the walk goes into their parts.
pub trait Visitor {
    fn local(&mut self, _local: &mut Local) {}
    fn place(&mut self, _place: &mut Place) {}
    fn operand(&mut self, _operand: &mut Operand) {}
    fn constant(&mut self, _constant: &mut Const) {}
    fn ty(&mut self, _ty: &mut Ty) {}
    fn adt(&mut self, _adt: &mut AdtId) {}
    fn function(&mut self, _function: &mut FnId) {}
    fn block(&mut self, _block: &mut BlockId) {}
}

/// Walks the whole body, the types of its locals included.
pub fn walk_function(function: &mut Function, visitor: &mut impl Visitor) {
    for local in &mut function.locals {
        visitor.ty(&mut local.ty);
    }
    for block in &mut function.blocks {
        walk_block(block, visitor);
    }
}

pub fn walk_block(block: &mut Block, visitor: &mut impl Visitor) {
    for statement in &mut block.statements {
        walk_statement(statement, visitor);
    }
    walk_terminator(&mut block.terminator, visitor);
}

pub fn walk_statement(statement: &mut Statement, visitor: &mut impl Visitor) {
    match &mut statement.kind {
        StatementKind::Assign(place, rvalue) => {
            walk_place(place, visitor);
            walk_rvalue(rvalue, visitor);
        }
        StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
            visitor.local(local);
        }
        StatementKind::SetDiscriminant(place, _) => walk_place(place, visitor),
        StatementKind::Assume(operand) => walk_operand(operand, visitor),
    }
}

pub fn walk_terminator(terminator: &mut Terminator, visitor: &mut impl Visitor) {
    match &mut terminator.kind {
        TerminatorKind::Goto(target) => visitor.block(target),
        TerminatorKind::Switch { subject, arms, otherwise } => {
            walk_operand(subject, visitor);
            for (_, target) in arms {
                visitor.block(target);
            }
            visitor.block(otherwise);
        }
        TerminatorKind::Call { destination, callee, args, target, unwind } => {
            walk_place(destination, visitor);
            walk_callee(callee, visitor);
            for arg in args {
                walk_operand(arg, visitor);
            }
            visitor.block(target);
            walk_unwind(unwind, visitor);
        }
        TerminatorKind::TailCall { callee, args } => {
            walk_callee(callee, visitor);
            for arg in args {
                walk_operand(arg, visitor);
            }
        }
        TerminatorKind::Drop { place, target, unwind } => {
            walk_place(place, visitor);
            visitor.block(target);
            walk_unwind(unwind, visitor);
        }
        TerminatorKind::Return
        | TerminatorKind::Unreachable
        | TerminatorKind::UnwindResume
        | TerminatorKind::UnwindTerminate(_) => {}
    }
}

fn walk_callee(callee: &mut Callee, visitor: &mut impl Visitor) {
    match callee {
        Callee::Function(function) => visitor.function(function),
        Callee::Generic(function, types) => {
            visitor.function(function);
            types.iter_mut().for_each(|ty| visitor.ty(ty));
        }
        Callee::Pointer(operand) => walk_operand(operand, visitor),
        Callee::Intrinsic(_, types) => types.iter_mut().for_each(|ty| visitor.ty(ty)),
        Callee::Observe | Callee::Panic => {}
    }
}

fn walk_unwind(unwind: &mut Unwind, visitor: &mut impl Visitor) {
    if let Unwind::Cleanup(target) = unwind {
        visitor.block(target);
    }
}

pub fn walk_rvalue(rvalue: &mut Rvalue, visitor: &mut impl Visitor) {
    match rvalue {
        Rvalue::Use(operand) | Rvalue::Repeat(operand, _) | Rvalue::Unary(_, operand) => {
            walk_operand(operand, visitor);
        }
        Rvalue::Ref(_, place)
        | Rvalue::RawRef(_, place)
        | Rvalue::Discriminant(place)
        | Rvalue::Len(place) => walk_place(place, visitor),
        Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => {
            walk_operand(left, visitor);
            walk_operand(right, visitor);
        }
        Rvalue::Cast(_, operand, ty) => {
            walk_operand(operand, visitor);
            visitor.ty(ty);
        }
        Rvalue::Aggregate(kind, operands) => {
            match kind {
                AggregateKind::Tuple => {}
                AggregateKind::Array(ty) => visitor.ty(ty),
                AggregateKind::Adt(adt, _) | AggregateKind::Union(adt, _) => visitor.adt(adt),
            }
            for operand in operands {
                walk_operand(operand, visitor);
            }
        }
    }
}

pub fn walk_operand(operand: &mut Operand, visitor: &mut impl Visitor) {
    visitor.operand(operand);
    match operand {
        Operand::Copy(place) | Operand::Move(place) => walk_place(place, visitor),
        Operand::Const(constant) => {
            visitor.constant(constant);
            if let Const::Scalar { ty, .. } = constant {
                visitor.ty(ty);
            }
        }
    }
}

pub fn walk_place(place: &mut Place, visitor: &mut impl Visitor) {
    visitor.place(place);
    visitor.local(&mut place.local);
    for projection in &mut place.projection {
        if let Projection::Index(local) = projection {
            visitor.local(local);
        }
    }
}
