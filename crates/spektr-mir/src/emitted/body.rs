//! One function while it is read: its locals, and blocks that are cut where the compiler has an
//! operator and custom MIR a call.

use super::scan::Result;
use crate::syntax::*;

pub(super) struct Body {
    pub function: Function,
    /// The number of the observation at the end of each block.
    pub sites: Vec<u32>,
    /// Blocks that the text has; what is cut off stands behind them.
    written: usize,
    current: BlockId,
    statements: Vec<Statement>,
    cleanup: bool,
    /// Whether the first block was reached.
    pub begun: bool,
    pub span: Span,
    /// Locals that hold one index for ever.
    indices: Vec<(u64, Local)>,
}

impl Body {
    /// A function of `written` blocks, which are filled one after the other.
    pub fn new(function: Function, written: usize) -> Body {
        let mut body = Body {
            function,
            sites: Vec::new(),
            written: 0,
            current: BlockId(0),
            statements: Vec::new(),
            cleanup: false,
            begun: false,
            span: Span::default(),
            indices: Vec::new(),
        };
        for _ in 0..written {
            body.fresh_block();
        }
        body.written = written;
        body
    }

    pub fn ty_of(&self, local: Local) -> Result<Ty> {
        let decl = self.function.locals.get(local.index());
        decl.map(|it| it.ty).ok_or_else(|| format!("_{} is not declared", local.0))
    }

    pub fn fresh_local(&mut self, ty: Ty) -> Local {
        let local = Local(self.function.locals.len() as u32);
        let name = format!("_{}", local.0);
        self.function.locals.push(LocalDecl { name, ty, span: Span::default() });
        local
    }

    /// The local that holds this index from the start of the function on.
    pub fn index_local(&mut self, types: &mut Types, index: u64) -> Local {
        if let Some(&(_, local)) = self.indices.iter().find(|(it, _)| *it == index) {
            return local;
        }
        let local = self.fresh_local(types.int(IntTy::Usize));
        self.indices.push((index, local));
        local
    }

    /// A block that nobody has filled yet.
    pub fn fresh_block(&mut self) -> BlockId {
        let id = BlockId(self.function.blocks.len() as u32);
        let terminator = Terminator { kind: TerminatorKind::Unreachable, span: self.span };
        let (name, statements) = (format!("bb{}", id.0), Vec::new());
        let cleanup = self.cleanup;
        self.function.blocks.push(Block { name, cleanup, statements, terminator });
        self.sites.push(0);
        id
    }

    pub fn begin(&mut self, block: BlockId, cleanup: bool) -> Result<()> {
        if block.index() >= self.written {
            return Err(format!("bb{} is one too many", block.0));
        }
        self.current = block;
        self.cleanup = cleanup;
        self.begun = true;
        Ok(())
    }

    /// A block of the text.
    pub fn block(&self, number: u32) -> Result<BlockId> {
        let known = (number as usize) < self.written;
        known.then_some(BlockId(number)).ok_or_else(|| format!("bb{number} is nowhere"))
    }

    pub fn statement(&mut self, kind: StatementKind) {
        self.statements.push(Statement { kind, span: self.span });
    }

    pub fn assign(&mut self, place: Place, rvalue: Rvalue) {
        self.statement(StatementKind::Assign(place, rvalue));
    }

    pub fn terminate(&mut self, kind: TerminatorKind) {
        let block = &mut self.function.blocks[self.current.index()];
        block.statements = std::mem::take(&mut self.statements);
        block.cleanup = self.cleanup;
        block.terminator = Terminator { kind, span: self.span };
    }

    /// The same for an observation, whose number the compiler's text tells.
    pub fn terminate_observing(&mut self, kind: TerminatorKind, site: u32) {
        self.sites[self.current.index()] = site;
        self.terminate(kind);
    }

    /// Calls an intrinsic where the compiler has an operator, and goes on behind the call.
    pub fn call(
        &mut self,
        destination: Place,
        (intrinsic, generics): (Intrinsic, Vec<Ty>),
        args: Vec<Operand>,
    ) {
        let target = self.fresh_block();
        let callee = Callee::Intrinsic(intrinsic, generics);
        let unwind = Unwind::Unreachable;
        self.terminate(TerminatorKind::Call { destination, callee, args, target, unwind });
        self.current = target;
    }

    /// The whole function, with its sites.
    pub fn finish(mut self, types: &mut Types) -> (Function, Vec<u32>) {
        let ty = types.int(IntTy::Usize);
        let constant = |(index, local): (u64, Local)| {
            let value = Operand::Const(Const::Scalar { bits: u128::from(index), ty });
            let kind = StatementKind::Assign(Place::local(local), Rvalue::Use(value));
            Statement { kind, span: Span::default() }
        };
        let first: Vec<Statement> = self.indices.drain(..).map(constant).collect();
        if let Some(start) = self.function.blocks.first_mut() {
            start.statements.splice(0..0, first);
        }
        (self.function, self.sites)
    }
}
