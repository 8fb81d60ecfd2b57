//! Writing a function that is not running: statement by statement, without the machine, which
//! judges it when it is called for the first time.

use crate::generate::generator::Generator;
use crate::generate::operands::scalar;
use crate::syntax::{
    BinOp, BlockId, Callee, CastKind, FnId, IntTy, Intrinsic, Local, Operand, Place, Rvalue, Span,
    Statement, StatementKind, Terminator, TerminatorKind, Ty, TyKind, Unwind,
};

/// A function being written, and the block at its end.
pub struct Writer<'a> {
    pub generator: &'a mut Generator,
    function: FnId,
    block: BlockId,
    /// Statements and terminators so far.
    pub written: i64,
}

impl<'a> Writer<'a> {
    /// Writes the body of a function that has only its signature.
    pub fn new(generator: &'a mut Generator, function: FnId) -> Writer<'a> {
        Writer { generator, function, block: BlockId(0), written: 0 }
    }

    pub fn ty(&mut self, kind: TyKind) -> Ty {
        self.generator.intern(kind)
    }

    pub fn int(&mut self, int: IntTy) -> Ty {
        self.ty(TyKind::Int(int))
    }

    /// The type if it is an integer.
    pub fn as_int(&self, ty: Ty) -> Option<IntTy> {
        match *self.generator.types().kind(ty) {
            TyKind::Int(int) => Some(int),
            _ => None,
        }
    }

    pub fn local_ty(&self, local: Local) -> Ty {
        self.generator.stage.program.functions[self.function.index()].locals[local.index()].ty
    }

    pub fn local(&mut self, ty: Ty) -> Local {
        self.generator.add_local(self.function, ty, false)
    }

    pub fn new_block(&mut self) -> BlockId {
        self.generator.add_block(self.function)
    }

    /// A block on the way of a panic.
    pub fn new_cleanup(&mut self) -> BlockId {
        let id = self.new_block();
        let blocks = &mut self.generator.stage.program.functions[self.function.index()].blocks;
        blocks[id.index()].cleanup = true;
        id
    }

    pub fn block(&self) -> BlockId {
        self.block
    }

    /// Goes on in this block.
    pub fn enter(&mut self, block: BlockId) {
        self.block = block;
    }

    pub fn assign(&mut self, place: impl Into<Place>, rvalue: Rvalue) {
        self.statement(StatementKind::Assign(place.into(), rvalue));
    }

    pub fn statement(&mut self, kind: StatementKind) {
        let blocks = &mut self.generator.stage.program.functions[self.function.index()].blocks;
        blocks[self.block.index()].statements.push(Statement { kind, span: Span::default() });
        self.written += 1;
    }

    /// Computes something into a new local.
    pub fn compute(&mut self, ty: Ty, rvalue: Rvalue) -> Local {
        let local = self.local(ty);
        self.assign(local, rvalue);
        local
    }

    pub fn binary(&mut self, op: BinOp, left: Operand, right: Operand, ty: Ty) -> Local {
        self.compute(ty, Rvalue::Binary(op, left, right))
    }

    /// A comparison, whose result is a `bool`.
    pub fn compare(&mut self, op: BinOp, left: Operand, right: Operand) -> Local {
        let boolean = self.ty(TyKind::Bool);
        self.binary(op, left, right, boolean)
    }

    /// The local as another number; itself if it is one already.
    pub fn cast(&mut self, local: Local, ty: Ty) -> Local {
        match self.local_ty(local) == ty {
            true => local,
            false => self.compute(ty, Rvalue::Cast(CastKind::As, copy(local), ty)),
        }
    }

    /// A literal of an integer type.
    pub fn number(&mut self, value: u128, int: IntTy) -> Operand {
        let ty = self.int(int);
        scalar(int.number().truncate(value), ty)
    }

    pub fn end(&mut self, kind: TerminatorKind) {
        let function = self.function.index();
        let terminator = Terminator { kind, span: Span::default() };
        let block = self.block.index();
        self.generator.stage.program.functions[function].blocks[block].terminator = terminator;
        self.generator.drafts[function].sealed[block] = true;
        self.written += 1;
    }

    /// Ends the block with a jump and goes on there.
    pub fn go_on(&mut self, target: BlockId) {
        self.jump(target);
        self.enter(target);
    }

    pub fn jump(&mut self, target: BlockId) {
        self.end(TerminatorKind::Goto(target));
    }

    pub fn switch(&mut self, subject: Local, arms: Vec<(u128, BlockId)>, otherwise: BlockId) {
        self.end(TerminatorKind::Switch { subject: copy(subject), arms, otherwise });
    }

    /// Ends the block: on to the first block if the condition holds, to the second if not.
    pub fn branch(&mut self, condition: Local, yes: BlockId, no: BlockId) {
        self.switch(condition, vec![(0, no)], yes);
    }

    pub fn intrinsic(&mut self, intrinsic: Intrinsic, of: Ty, args: Vec<Operand>, ty: Ty) -> Local {
        let (result, target) = (self.local(ty), self.new_block());
        self.end(TerminatorKind::Call {
            destination: result.into(),
            callee: Callee::Intrinsic(intrinsic, vec![of]),
            args,
            target,
            unwind: Unwind::Unreachable,
        });
        self.enter(target);
        result
    }

    pub fn finish(&mut self) {
        self.end(TerminatorKind::Return);
    }
}

pub fn copy(local: Local) -> Operand {
    Operand::Copy(Place::local(local))
}
