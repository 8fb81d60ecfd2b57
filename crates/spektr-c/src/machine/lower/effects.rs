//! What evaluating an expression may touch, estimated from the tree alone: enough to see that two
//! operands cannot conflict (6.5p2), so that only the others are watched when they run. Errs on
//! the side of watching.

use crate::hash::FastMap;

use crate::syntax::{
    Block, Builtin, Conversion, Expr, ExprKind, FunctionId, Linked, Program, StmtKind, Visitor,
    walk_expr, walk_stmt,
};

/// Sets of variables as 64 bits: two different ones may share a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// Objects by their names.
    pub named: u64,
    /// Some of those can be reached by pointers too.
    pub exposed: bool,
    /// Something through a pointer.
    pub pointed: bool,
}

impl Touch {
    const EVERYTHING: Touch = Touch { named: u64::MAX, exposed: true, pointed: true };

    fn add(&mut self, other: Touch) {
        self.named |= other.named;
        self.exposed |= other.exposed;
        self.pointed |= other.pointed;
    }

    pub fn meets(self, other: Touch) -> bool {
        self.named & other.named != 0
            || self.pointed && (other.pointed || other.exposed)
            || other.pointed && self.exposed
    }
}

/// What an evaluation does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    pub reads: Touch,
    pub writes: Touch,
    /// Those writes that nothing in the expression orders before its value.
    pub pending: Touch,
}

impl Effects {
    const EVERYTHING: Effects = Effects {
        reads: Touch::EVERYTHING,
        writes: Touch::EVERYTHING,
        pending: Touch { named: 0, exposed: false, pointed: false },
    };

    /// Whether two evaluations without an order may get in each other's way.
    pub fn conflict(self, other: Effects) -> bool {
        self.writes.meets(other.writes)
            || self.writes.meets(other.reads)
            || self.reads.meets(other.writes)
    }

    fn add(&mut self, other: Effects) {
        self.reads.add(other.reads);
        self.writes.add(other.writes);
        self.pending.add(other.pending);
    }

    /// The same, with everything before a sequence point.
    fn settled(self) -> Effects {
        Effects { pending: Touch::default(), ..self }
    }
}

/// The name under which output is written: what prints first matters.
const OUTPUT: u64 = 1 << 63;

/// What the program says about effects as a whole.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    /// Of calling each function.
    functions: Vec<Effects>,
    /// Globals that a pointer may point to.
    exposed: Vec<bool>,
}

impl Summaries {
    pub fn of(
        program: &Program,
        linked: &Linked,
        quiet: &dyn Fn(&str) -> Option<Effects>,
    ) -> Summaries {
        let mut found = Summaries {
            functions: vec![Effects::default(); program.functions.len()],
            exposed: vec![false; program.globals.len()],
        };
        let mut exposure = Exposure { linked, exposed: &mut found.exposed };
        for function in &program.functions {
            function.body.iter().for_each(|body| exposure.block(body));
        }
        for global in &program.globals {
            if let crate::syntax::Definition::Initialized(init) = &global.definition {
                exposure.init(init);
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            if linked.functions[index].is_none() {
                found.functions[index] =
                    quiet(function.library_name()).unwrap_or(Effects::EVERYTHING);
            }
        }
        found.close(program, linked);
        found
    }

    /// Takes note of a function of a program of which more is to come: pointers point anywhere,
    /// and what is not written yet touches everything.
    pub fn learn(
        &mut self,
        program: &Program,
        linked: &Linked,
        quiet: &dyn Fn(&str) -> Option<Effects>,
        learnt: usize,
    ) {
        for (index, function) in program.functions.iter().enumerate().skip(self.functions.len()) {
            self.functions.push(match linked.functions[index] {
                None => quiet(function.library_name()).unwrap_or(Effects::EVERYTHING),
                Some(_) => Effects::EVERYTHING,
            });
        }
        self.exposed.clear();
        self.exposed.resize(program.globals.len(), true);
        let body = program.functions[learnt].body.as_ref();
        let Some(body) = body.filter(|body| !body.stmts.is_empty()) else {
            self.functions[learnt] = Effects::EVERYTHING;
            return;
        };
        self.functions[learnt] = Effects::default();
        loop {
            let effects = self.total(linked, body);
            if effects == self.functions[learnt] {
                return;
            }
            self.functions[learnt] = effects;
        }
    }

    /// What executing a body does.
    fn total(&self, linked: &Linked, body: &Block) -> Effects {
        let mut total = Total {
            estimate: Estimate {
                linked,
                summaries: self,
                known: FastMap::default(),
                remembers: false,
                in_memory: &|_| None,
            },
            effects: Effects::default(),
        };
        total.block(body);
        total.effects.settled()
    }

    /// Functions call each other: repeat until nothing is added.
    fn close(&mut self, program: &Program, linked: &Linked) {
        loop {
            let mut changed = false;
            for (index, function) in program.functions.iter().enumerate() {
                let Some(body) = &function.body else { continue };
                let effects = self.total(linked, body);
                changed |= effects != self.functions[index];
                self.functions[index] = effects;
            }
            for index in 0..program.functions.len() {
                if let Some(FunctionId(definition)) = linked.functions[index] {
                    self.functions[index] = self.functions[definition as usize];
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// What calling a library function does that only reads through pointers.
    pub fn reading() -> Effects {
        let reads = Touch { pointed: true, ..Touch::default() };
        Effects { reads, ..Effects::default() }
    }

    /// Of one that reads and writes through pointers.
    pub fn writing() -> Effects {
        let writes = Touch { pointed: true, ..Touch::default() };
        Effects { writes, ..Summaries::reading() }
    }

    /// Of one that prints.
    pub fn printing() -> Effects {
        let writes = Touch { named: OUTPUT, ..Touch::default() };
        Effects { writes, ..Summaries::reading() }
    }
}

struct Exposure<'a> {
    linked: &'a Linked,
    exposed: &'a mut Vec<bool>,
}

impl Visitor for Exposure<'_> {
    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            // `a[i]` of a named array exposes nothing by itself.
            ExprKind::Index { pointer, index } => {
                match &pointer.kind {
                    ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } => {
                        walk_expr(self, operand)
                    }
                    _ => self.expr(pointer),
                }
                self.expr(index);
            }
            ExprKind::AddressOf(operand)
            | ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } => {
                if let Some(ExprKind::Global(id)) = root(operand).map(|root| &root.kind) {
                    self.exposed[id.0 as usize] = true;
                    if let Some(definition) = self.linked.globals[id.0 as usize] {
                        self.exposed[definition.0 as usize] = true;
                    }
                }
                walk_expr(self, expr);
            }
            _ => walk_expr(self, expr),
        }
    }
}

/// The variable of which an lvalue designates a part, if no pointer is in between.
pub fn root(expr: &Expr) -> Option<&Expr> {
    let mut expr = expr;
    loop {
        expr = match &expr.kind {
            ExprKind::Paren(inner) => inner,
            ExprKind::Member { base, .. } => base,
            ExprKind::Lane { vector, .. } => vector,
            ExprKind::Index { pointer, .. } => match &pointer.kind {
                ExprKind::Convert { conversion: Conversion::ArrayDecay, operand, .. } => operand,
                _ => return None,
            },
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::CompoundLiteral { .. } => {
                return Some(expr);
            }
            _ => return None,
        };
    }
}

/// The union of the effects of all full expressions.
struct Total<'a> {
    estimate: Estimate<'a>,
    effects: Effects,
}

impl Visitor for Total<'_> {
    fn expr(&mut self, expr: &Expr) {
        let effects = self.estimate.of(expr);
        self.effects.add(effects);
    }

    fn stmt(&mut self, stmt: &crate::syntax::Stmt) {
        if let StmtKind::Asm(_) = stmt.kind {
            self.effects.add(Effects::EVERYTHING);
        }
        walk_stmt(self, stmt);
    }
}

/// Whether an expression has more than one expression in it.
fn branches(kind: &ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Index { .. }
            | ExprKind::Lane { .. }
            | ExprKind::Binary { .. }
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDiff { .. }
            | ExprKind::Logical { .. }
            | ExprKind::Comma { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Call { .. }
            | ExprKind::Builtin { .. }
            | ExprKind::Statements(_)
    )
}

/// Effects of the expressions of one function.
pub struct Estimate<'a> {
    pub linked: &'a Linked,
    pub summaries: &'a Summaries,
    /// By where the expression is kept; the tree does not move.
    pub known: FastMap<usize, Effects>,
    /// Whether the same expression will be asked for again.
    pub remembers: bool,
    /// Whether a local is in memory, and so may be pointed to.
    pub in_memory: &'a dyn Fn(u32) -> Option<bool>,
}

impl Estimate<'_> {
    pub fn of(&mut self, expr: &Expr) -> Effects {
        // Between branches, asking again takes no longer than remembering.
        if !self.remembers || !branches(&expr.kind) {
            return self.compute(expr);
        }
        let key = std::ptr::from_ref(expr) as usize;
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let effects = self.compute(expr);
        self.known.insert(key, effects);
        effects
    }

    fn all<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Effects {
        let mut total = Effects::default();
        for expr in exprs {
            total.add(self.of(expr));
        }
        total
    }

    /// What reading or writing the object of an lvalue touches.
    pub fn place(&self, lvalue: &Expr) -> Touch {
        match root(lvalue).map(|root| &root.kind) {
            Some(ExprKind::Local(id) | ExprKind::CompoundLiteral { local: id, .. }) => Touch {
                named: 1 << (id.0.wrapping_mul(7) % 63),
                exposed: (self.in_memory)(id.0).unwrap_or(false),
                pointed: false,
            },
            Some(ExprKind::Global(id)) => {
                let id = self.linked.globals[id.0 as usize].unwrap_or(*id);
                Touch {
                    named: 1 << (id.0.wrapping_mul(11).wrapping_add(29) % 63),
                    exposed: self.summaries.exposed[id.0 as usize],
                    pointed: false,
                }
            }
            _ => Touch { pointed: true, ..Touch::default() },
        }
    }

    fn compute(&mut self, expr: &Expr) -> Effects {
        match &expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Enumerator(..)
            | ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Function(_)
            | ExprKind::SizeOfType(_)
            | ExprKind::SizeOfExpr(_)
            | ExprKind::AlignOfType(_)
            | ExprKind::AlignOfExpr(_)
            | ExprKind::OffsetOf { .. }
            | ExprKind::LabelAddress(_)
            | ExprKind::Flat(_) => Effects::default(),
            ExprKind::CompoundLiteral { init, .. } => {
                let mut effects = self.all(init.exprs());
                effects.writes.add(self.place(expr));
                effects
            }
            ExprKind::Convert { conversion: Conversion::Load, operand, .. } => {
                let mut effects = self.of(operand);
                effects.reads.add(self.place(operand));
                effects
            }
            ExprKind::Paren(inner)
            | ExprKind::Deref(inner)
            | ExprKind::AddressOf(inner)
            | ExprKind::Member { base: inner, .. }
            | ExprKind::Unary { operand: inner, .. }
            | ExprKind::Convert { operand: inner, .. } => self.of(inner),
            ExprKind::VaArg { list } => {
                let mut effects = self.of(list);
                let touch = self.place(list);
                effects.reads.add(touch);
                effects.writes.add(touch);
                effects.writes.pointed = true;
                effects
            }
            ExprKind::IncDec { operand, .. } => {
                let mut effects = self.of(operand);
                let touch = self.place(operand);
                effects.reads.add(touch);
                effects.writes.add(touch);
                effects.pending.add(touch);
                effects
            }
            ExprKind::Index { pointer: left, index: right }
            | ExprKind::Lane { vector: left, index: right }
            | ExprKind::Binary { left, right, .. }
            | ExprKind::PointerAdd { pointer: left, index: right, .. }
            | ExprKind::PointerDiff { left, right } => self.all([&**left, right]),
            ExprKind::Logical { left, right, .. } | ExprKind::Comma { left, right } => {
                let mut effects = self.of(left).settled();
                effects.add(self.of(right));
                effects
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let mut effects = self.of(condition).settled();
                then.iter().for_each(|then| effects.add(self.of(then)));
                effects.add(self.of(otherwise));
                effects
            }
            ExprKind::Assign { target, value } => {
                let mut effects = self.all([&**target, value]);
                let touch = self.place(target);
                effects.writes.add(touch);
                effects.pending.add(touch);
                effects
            }
            ExprKind::CompoundAssign { target, value, .. } => {
                let mut effects = self.all([&**target, value]);
                let touch = self.place(target);
                effects.reads.add(touch);
                effects.writes.add(touch);
                effects.pending.add(touch);
                effects
            }
            ExprKind::Call { callee, args } => {
                let mut effects = self.all(args.iter().chain([&**callee])).settled();
                effects.add(self.callee(callee));
                effects
            }
            ExprKind::Builtin { builtin, args } => self.builtin(*builtin, args),
            ExprKind::Statements(block) => {
                let mut inside = Inside { estimate: self, effects: Effects::default() };
                inside.block(block);
                inside.effects.settled()
            }
        }
    }

    fn callee(&self, callee: &Expr) -> Effects {
        match &callee.written().kind {
            ExprKind::Function(FunctionId(id)) => self.summaries.functions[*id as usize],
            _ => Effects::EVERYTHING,
        }
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Expr]) -> Effects {
        match builtin {
            Builtin::ConstantP | Builtin::ObjectSize | Builtin::ClassifyType => Effects::default(),
            Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow => {
                let mut effects = self.all(args);
                effects.writes.pointed = true;
                effects
            }
            Builtin::VaStart | Builtin::VaEnd | Builtin::VaCopy => {
                let mut effects = self.all(args);
                effects.reads.pointed = true;
                effects.writes.pointed = true;
                effects
            }
            _ => self.all(args),
        }
    }
}

/// The effects of all expressions in a statement expression.
struct Inside<'a, 'b> {
    estimate: &'b mut Estimate<'a>,
    effects: Effects,
}

impl Visitor for Inside<'_, '_> {
    fn expr(&mut self, expr: &Expr) {
        let effects = self.estimate.of(expr);
        self.effects.add(effects);
    }

    fn stmt(&mut self, stmt: &crate::syntax::Stmt) {
        if let StmtKind::Asm(_) = stmt.kind {
            self.effects.add(Effects::EVERYTHING);
        }
        walk_stmt(self, stmt);
    }
}
