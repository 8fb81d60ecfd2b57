//! From the typed tree to [`Code`]: names become registers and objects, types become sizes and
//! kinds, control becomes jumps, and evaluations without an order are marked where they may
//! conflict. Lowering never fails: what has no model becomes an instruction that says so.

mod builtin;
mod call;
mod effects;
mod expr;
mod init;
mod order;
mod place;
mod scope;
mod shared;
mod stmt;
mod vector;
mod width;

use crate::hash::FastMap;

use spektr_text::Span;

pub use effects::{Effects, Summaries};
pub use shared::Shared;

use super::code::{Access, CONSTANT, Code, Declaration, IntTy, Op, Reg, Returns, Scalar};
use super::library;
use super::memory::Memory;
use super::value::Value;
use crate::syntax::{Expr, Function, Linkage, LocalId, Program, Stmt};
use crate::types::{Shape, Ty, Types};
use scope::{Exit, Labels, Scope};

/// A place that code jumps to, before it is known where that is.
type Label = u32;

/// Lowers one function, or a statement as if it were in it.
pub(super) struct Lowerer<'a> {
    program: &'a Program,
    shared: &'a mut Shared,
    memory: &'a mut Memory,
    function: &'a Function,
    code: Code,
    /// Where each label is.
    bound: Vec<u32>,
    /// The labels of the function.
    labels: Labels,
    /// Which locals are registers and never in memory.
    promoted: Vec<bool>,
    scopes: Vec<Scope>,
    exits: Vec<Exit>,
    next: Reg,
    /// Registers that hold objects until the end of a full expression.
    next_temporary: Reg,
    first_temporary: Reg,
    temporaries: Vec<Reg>,
    /// How many forks are open here.
    forks: u32,
    /// How many forks are open where the innermost initialiser list is watched.
    list_forks: Option<u32>,
    /// What the statement expression around this remembered of side effects.
    pending_mark: Option<Reg>,
    known: FastMap<usize, Effects>,
    /// Where the labels of switches are, by statement.
    cases: FastMap<usize, Label>,
    /// Whether the aggregate that is stored next has the type it is said to have.
    trusted: bool,
    /// The last instruction, if its result may go elsewhere.
    fresh: Option<usize>,
    span: Span,
}

/// The function whose body is `function`'s, lowered.
pub(super) fn function(
    program: &Program,
    shared: &mut Shared,
    memory: &mut Memory,
    index: u32,
) -> Code {
    let function = &program.functions[index as usize];
    let mut lowerer = Lowerer::new(program, shared, memory, function, index);
    lowerer.whole_function();
    lowerer.finish()
}

/// Code that gives all objects with static storage duration their first values.
pub(super) fn statics(program: &Program, shared: &mut Shared, memory: &mut Memory) -> Code {
    let nobody = nobody();
    let mut lowerer = Lowerer::new(program, shared, memory, &nobody, u32::MAX);
    lowerer.static_initialisers();
    lowerer.emit(Op::Return { src: CONSTANT });
    lowerer.finish()
}

/// A statement of a function, to be run in a frame of it.
pub(super) fn statement(
    program: &Program,
    shared: &mut Shared,
    memory: &mut Memory,
    index: u32,
    stmt: &Stmt,
) -> Code {
    let function = &program.functions[index as usize];
    let mut lowerer = Lowerer::new(program, shared, memory, function, index);
    lowerer.code.noreturn = false;
    let most = lowerer.count_temporaries(|visitor| visitor.stmt(stmt));
    let prologue = lowerer.open_prologue(most);
    lowerer.labels = Labels::of_statement(stmt, function.labels.len(), &mut lowerer.bound);
    lowerer.statement(stmt);
    lowerer.emit(Op::Return { src: CONSTANT });
    lowerer.close_prologue(prologue);
    lowerer.finish()
}

/// What a local of a function is when it comes to life.
pub(super) fn declaration(
    program: &Program,
    shared: &mut Shared,
    index: u32,
    local: LocalId,
) -> Declaration {
    scope::declaration(&program.types, shared, &program.functions[index as usize], local)
}

/// An expression of a function: its value is what the code returns.
pub(super) fn expression(
    program: &Program,
    shared: &mut Shared,
    memory: &mut Memory,
    index: u32,
    expr: &Expr,
) -> Code {
    let function = &program.functions[index as usize];
    let mut lowerer = Lowerer::new(program, shared, memory, function, index);
    lowerer.code.noreturn = false;
    let most = lowerer.count_temporaries(|visitor| visitor.expr(expr));
    let prologue = lowerer.open_prologue(most);
    let src = lowerer.value(expr);
    lowerer.end_full_expression(0);
    lowerer.emit(Op::Return { src });
    lowerer.close_prologue(prologue);
    lowerer.finish()
}

/// A function without anything, for code that is in none.
fn nobody() -> Function {
    Function {
        name: String::new(),
        ty: Types::VOID,
        unit: 0,
        linkage: crate::syntax::Linkage::None,
        inline: crate::syntax::InlineKind::None,
        noinline: false,
        noreturn: false,
        weak: false,
        implicit: false,
        attributes: Vec::new(),
        asm_name: None,
        params: Vec::new(),
        locals: Vec::new(),
        labels: Vec::new(),
        body: None,
        span: Span::default(),
    }
}

impl<'a> Lowerer<'a> {
    fn new(
        program: &'a Program,
        shared: &'a mut Shared,
        memory: &'a mut Memory,
        function: &'a Function,
        index: u32,
    ) -> Lowerer<'a> {
        let promoted = if shared.promote {
            scope::promotable(function, &program.types)
        } else {
            vec![false; function.locals.len()]
        };
        let locals = function.locals.len() as Reg;
        Lowerer {
            program,
            shared,
            memory,
            function,
            code: Code {
                function: index,
                params: function.params.iter().map(|id| id.0).collect(),
                noreturn: function.noreturn,
                ..Code::default()
            },
            bound: Vec::new(),
            labels: Labels::default(),
            promoted,
            scopes: Vec::new(),
            exits: Vec::new(),
            next: locals,
            next_temporary: locals,
            first_temporary: locals,
            temporaries: Vec::new(),
            forks: 0,
            list_forks: None,
            pending_mark: None,
            known: FastMap::default(),
            cases: FastMap::default(),
            trusted: false,
            fresh: None,
            span: function.span,
        }
    }

    fn types(&self) -> &'a Types {
        &self.program.types
    }

    fn whole_function(&mut self) {
        let Some(body) = &self.function.body else { return };
        self.code.returns = match self.types().as_function(self.function.ty) {
            Some(ty) if self.types().is_void(ty.result) => Returns::Nothing,
            Some(ty) if self.is_aggregate(ty.result) => Returns::Aggregate,
            _ => Returns::Scalar,
        };
        self.labels = Labels::of_block(body, self.function.labels.len(), &mut self.bound);
        let most = self.count_temporaries(|visitor| visitor.block(body));
        let prologue = self.open_prologue(most);
        self.reserved_name();
        self.parameters();
        self.block(body);
        // What happens at the end is at the closing brace.
        let end = body.span.end;
        self.span = Span::new(end.saturating_sub(1), end);
        self.leave_scopes(0);
        if self.function.name == "main" {
            // 5.1.2.2.3p1: reaching the end of `main` returns 0.
            let src = self.constant(Value::ZERO);
            self.emit(Op::Return { src });
        } else {
            self.emit(Op::ReturnNothing);
        }
        self.close_prologue(prologue);
    }

    /// 7.1.3p2: compilers take calls of it for calls of the library's.
    fn reserved_name(&mut self) {
        let function = self.function;
        if function.linkage == Linkage::External && library::is_reserved(&function.name) {
            self.span = function.span;
            self.code.words.push(function.name.clone());
            self.emit(Op::ReservedName { words: self.code.words.len() as u32 - 1 });
        }
    }

    /// Makes room for at most so many temporaries.
    fn open_prologue(&mut self, most: u32) -> usize {
        self.first_temporary = self.next;
        self.next_temporary = self.next;
        self.next += most;
        self.code.registers = self.next;
        self.emit(Op::Undef { first: 0, count: 0 });
        self.code.ops.len() - 1
    }

    fn close_prologue(&mut self, at: usize) {
        let (first, count) = (self.first_temporary, self.next_temporary - self.first_temporary);
        self.code.ops[at] = Op::Undef { first, count };
    }

    fn finish(mut self) -> Code {
        let at = |label: u32| self.bound[label as usize];
        for op in &mut self.code.ops {
            match op {
                Op::Jump { to }
                | Op::JumpIf { to, .. }
                | Op::JumpUnless { to, .. }
                | Op::Iterate { to, .. } => *to = at(*to),
                _ => {}
            }
        }
        for table in &mut self.code.switches {
            table.default = at(table.default);
            table.arms.iter_mut().for_each(|arm| arm.target = at(arm.target));
        }
        for (_, to) in self.code.labels.iter_mut().flatten() {
            *to = at(*to);
        }
        self.code
    }
}

/// Instructions and registers.
impl Lowerer<'_> {
    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.spans.push(self.span);
        self.fresh = None;
    }

    /// Lets a run tell that it came here, if somebody wants to know.
    fn note(&mut self, ty: Option<Ty>, src: Reg) {
        let span = self.span;
        if let Some(notes) = &mut self.shared.notes {
            let number = notes.add(span, ty);
            self.emit(Op::Note { number, src });
        }
    }

    /// Emits an instruction whose result nobody else refers to yet.
    fn emit_fresh(&mut self, op: Op) {
        self.emit(op);
        self.fresh = Some(self.code.ops.len() - 1);
    }

    fn temp(&mut self) -> Reg {
        let reg = self.next;
        self.next += 1;
        self.code.registers = self.code.registers.max(self.next);
        reg
    }

    /// A register for an object without a name. It holds none before.
    fn slot(&mut self) -> Reg {
        let slot = self.next_temporary;
        self.next_temporary += 1;
        slot
    }

    /// A register for an object that lives until the end of the full expression.
    fn temporary(&mut self) -> Reg {
        let slot = self.slot();
        self.temporaries.push(slot);
        slot
    }

    fn constant(&mut self, value: Value) -> Reg {
        self.shared.constant(value)
    }

    fn number(&mut self, number: u64) -> Reg {
        self.constant(Value::number(number))
    }

    /// Sees to it that `dst` holds what `src` does.
    fn settle(&mut self, src: Reg, dst: Reg) {
        if src == dst {
            // `x = x`: the variable is read all the same.
            if (src as usize) < self.function.locals.len() {
                self.emit(Op::Move { dst, src });
            }
            return;
        }
        if let Some(at) = self.fresh.take()
            && at + 1 == self.code.ops.len()
            && retarget(&mut self.code.ops[at], src, dst)
        {
            return;
        }
        self.emit(Op::Move { dst, src });
    }

    fn new_label(&mut self) -> Label {
        self.bound.push(u32::MAX);
        self.bound.len() as u32 - 1
    }

    fn bind(&mut self, label: Label) {
        self.bound[label as usize] = self.code.ops.len() as u32;
        self.fresh = None;
    }

    fn unsupported(&mut self, what: impl Into<String>) -> Reg {
        let words = self.code.words.len() as u32;
        self.code.words.push(what.into());
        self.emit(Op::Unsupported { words });
        self.constant(Value::ZERO)
    }

    /// Runs `f` with the place in the text that instructions are for.
    fn at<T>(&mut self, span: Span, f: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.span, span);
        let result = f(self);
        self.span = before;
        result
    }
}

/// Gives the result of an instruction to another register, if it goes to `src`.
fn retarget(op: &mut Op, src: Reg, new: Reg) -> bool {
    match op {
        Op::AddS { dst, .. }
        | Op::AddU { dst, .. }
        | Op::SubS { dst, .. }
        | Op::SubU { dst, .. }
        | Op::MulS { dst, .. }
        | Op::MulU { dst, .. }
        | Op::And { dst, .. }
        | Op::Or { dst, .. }
        | Op::Xor { dst, .. }
        | Op::LessS { dst, .. }
        | Op::LessU { dst, .. }
        | Op::LessEqualS { dst, .. }
        | Op::LessEqualU { dst, .. }
        | Op::Equal { dst, .. }
        | Op::NotEqual { dst, .. }
        | Op::Int { dst, .. }
        | Op::Negate { dst, .. }
        | Op::Complement { dst, .. }
        | Op::IsZero { dst, .. }
        | Op::Float { dst, .. }
        | Op::FloatNegate { dst, .. }
        | Op::IntToInt { dst, .. }
        | Op::ToBool { dst, .. }
        | Op::IntToFloat { dst, .. }
        | Op::FloatToInt { dst, .. }
        | Op::FloatToFloat { dst, .. }
        | Op::Load { dst, .. }
        | Op::LoadBits { dst, .. }
        | Op::PointerAdd { dst, .. }
        | Op::Member { dst, .. }
        | Op::PointerDiff { dst, .. }
        | Op::PointerCompare { dst, .. }
            if *dst == src =>
        {
            *dst = new;
            true
        }
        _ => false,
    }
}

/// Questions about types.
impl Lowerer<'_> {
    fn int_ty(&self, ty: Ty) -> IntTy {
        match self.types().int_kind(ty) {
            Some(kind) => IntTy { bits: kind.bits() as u8, signed: kind.is_signed() },
            None => IntTy::ULONG,
        }
    }

    /// What a scalar type is to the machine; `None` for records, arrays, vectors and `void`.
    fn scalar(&self, ty: Ty) -> Option<Scalar> {
        match self.types().shape(ty) {
            Shape::Bool => Some(Scalar::Bool),
            Shape::Int(_) | Shape::Enum(_) => Some(Scalar::Int(self.int_ty(ty))),
            Shape::Float(kind) => Some(Scalar::Float(*kind)),
            Shape::Pointer(_) => Some(Scalar::Pointer),
            _ => None,
        }
    }

    /// Whether values of the type are kept in memory.
    fn is_aggregate(&self, ty: Ty) -> bool {
        let types = self.types();
        types.is_record(ty) || types.is_vector(ty) || types.is_array(ty)
    }

    fn size(&self, ty: Ty) -> u64 {
        self.types().size_of(ty).unwrap_or(0)
    }

    fn is_promoted(&self, local: LocalId) -> bool {
        self.promoted[local.0 as usize]
    }

    fn access(&mut self, access: Access) -> u32 {
        self.shared.access(access)
    }
}
