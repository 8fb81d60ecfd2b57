//! The program before anything is relaxed: of Csmith's kind, with every arithmetic operator in a
//! safe-math wrapper, and every statement executed on the machine as it is written. What the
//! machine refuses is not written, so the result is defined, ends, and mostly runs.

mod calls;
mod data;
mod expr;
mod flow;
mod idioms;
mod loops;
mod observe;
mod place;
mod recurrence;
mod shapes;
mod statement;
mod types;

use std::collections::BTreeMap;

use spektr_entropy::policy::draw_size;
use spektr_entropy::{Entropy, redraw_weights};
use spektr_text::Span;

use super::policy::Policy;
use super::prelude;
use crate::machine::{Ending, Machine, Switches, Value};
use crate::parse;
use crate::syntax::{
    Block, Expr, Function, FunctionId, InlineKind, Label, LabelId, Linkage, Local, LocalId,
    LocalKind, Program, Stmt, StmtKind, VisitorMut, walk_expr_mut, walk_stmt_mut,
};
use crate::types::{FunctionTy, Ty, Types};
pub use observe::drop_unused;

use calls::Helper;
use place::Variable;

/// What came of one seed.
pub struct Made {
    pub program: Program,
    /// What any later version of the program may execute.
    pub fuel: u64,
    /// Programs of this seed that the machine refused in the end.
    pub refused: u32,
    /// Statements that it refused on the way.
    pub dropped: u32,
}

/// Makes the program of a seed.
pub fn make(seed: u64, policy: &Policy, size: Option<u32>) -> Made {
    let mut refused = 0;
    loop {
        let mut entropy = Entropy::named(seed, "edge");
        for _ in 0..refused {
            entropy.next_u64();
        }
        let statements =
            size.unwrap_or_else(|| draw_size(policy.size.min, policy.size.max, &mut entropy));
        let each = u64::from(policy.size.steps_per_statement);
        let fuel = u64::from(statements) * each + 500_000;
        if let Some((program, dropped)) = Base::new(policy, statements, entropy).run(fuel) {
            return Made { program, fuel, refused, dropped };
        }
        refused += 1;
        // The one fault that would be left is one of the generator, and tests look for it.
        assert!(refused < 100, "the generator makes nothing of seed {seed}");
    }
}

/// A block that is being written.
#[derive(Default)]
struct Open {
    stmts: Vec<Stmt>,
    locals: Vec<LocalId>,
    variables: usize,
}

struct Base {
    program: Program,
    machine: Machine,
    entropy: Entropy,
    policy: Policy,
    types: types::Table,
    function: FunctionId,
    blocks: Vec<Open>,
    variables: Vec<Variable>,
    helpers: Vec<Helper>,
    by_name: BTreeMap<String, FunctionId>,
    statement_weights: Vec<u32>,
    expression_weights: Vec<u32>,
    left: u32,
    loops: u32,
    /// How many blocks that do not run are open.
    dead: u32,
    /// Side effects that the statement being written may still have inside.
    effects: u32,
    next_span: u32,
    dropped: u32,
}

/// Kinds with this weight or more are in every program: something must always be possible.
const KEPT: u32 = 40;
/// What one statement may execute.
const FUEL: u64 = 30_000;

impl Base {
    fn new(policy: &Policy, statements: u32, mut entropy: Entropy) -> Base {
        let mut program = parse::read(&[("program.c", &prelude::text())]).unwrap_or_default();
        program.sources = Default::default();
        for function in &mut program.functions {
            function.span = Span::default();
            if let Some(body) = &mut function.body {
                Respan(Span::default()).block(body);
            }
        }
        let names = program.functions.iter().map(|function| function.name.clone());
        let by_name = names.zip((0..).map(FunctionId)).collect();
        let keep = policy.swarm.keep;
        let mut drawn = |weights: Vec<u32>| {
            let silenced: Vec<u32> = weights
                .into_iter()
                .map(|it| if it >= KEPT || entropy.permille(keep) { it } else { 0 })
                .collect();
            redraw_weights(&mut entropy, &silenced)
        };
        let statement_weights = drawn(statement::STATEMENTS.iter().map(|row| row.weight).collect());
        let expression_weights = drawn(expr::EXPRESSIONS.iter().map(|row| row.weight).collect());
        // The prelude is a program by itself.
        let machine = Machine::growing(&program, Switches::STRICT).expect("the prelude links");
        Base {
            program,
            machine,
            entropy,
            policy: policy.clone(),
            types: types::Table::default(),
            function: FunctionId(0),
            blocks: Vec::new(),
            variables: Vec::new(),
            helpers: Vec::new(),
            by_name,
            statement_weights,
            expression_weights,
            left: statements,
            loops: 0,
            dead: 0,
            effects: 0,
            next_span: 1,
            dropped: 0,
        }
    }

    fn run(mut self, fuel: u64) -> Option<(Program, u32)> {
        self.make_types();
        self.make_globals();
        self.machine = Machine::growing(&self.program, Switches::STRICT).ok()?;
        self.machine.initialise(&self.program).ok()?;
        self.make_helpers();
        self.make_main()?;
        self.drop_unused();
        for function in &mut self.program.functions {
            if let Some(body) = &mut function.body {
                Respan(Span::default()).block(body);
            }
        }
        let mut machine = Machine::new(&self.program, Switches::STRICT).ok()?;
        machine.start(&self.program).ok()?;
        let ending = machine.run(&self.program, fuel);
        #[cfg(test)]
        if let Err(stop) = &ending {
            eprintln!("refused: {stop}");
        }
        matches!(ending, Ok(Ending::Exit(0))).then_some((self.program, self.dropped))
    }

    fn chance(&mut self, permille: u32) -> bool {
        self.entropy.permille(permille)
    }
}

/// Functions, blocks and what is executed while they are written.
impl Base {
    fn declare_function(&mut self, name: String, result: Ty, params: &[Ty]) -> FunctionId {
        let unqualified = params.iter().map(|ty| ty.unqualified()).collect();
        let signature =
            FunctionTy { result, params: unqualified, variadic: false, prototyped: true };
        let ty = self.program.types.function(signature);
        let local = |(index, &ty): (usize, &Ty)| Local {
            name: format!("p_{index}"),
            ty,
            kind: LocalKind::Param { promoted: false },
            align: None,
            span: Span::default(),
        };
        self.program.functions.push(Function {
            name,
            ty,
            unit: 0,
            linkage: Linkage::Internal,
            inline: InlineKind::None,
            noinline: false,
            noreturn: false,
            weak: false,
            implicit: false,
            attributes: Vec::new(),
            asm_name: None,
            params: (0..params.len() as u32).map(LocalId).collect(),
            locals: params.iter().enumerate().map(local).collect(),
            labels: Vec::new(),
            body: Some(Block::default()),
            span: Span::default(),
        });
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    /// Enters a function whose body is to be written, with its parameters given values.
    fn enter(&mut self, function: FunctionId, args: &[Expr]) -> Option<()> {
        self.function = function;
        self.machine.define(&self.program, function);
        let none = vec![Value::ZERO; args.len()];
        self.machine.enter_function(function, &none).ok()?;
        let params = self.program.function(function).params.clone();
        self.machine.begin(&self.program, &params).ok()?;
        for (&param, value) in params.iter().zip(args) {
            let mut target = self.local_expr(param);
            // What a `const` parameter starts with is given to it all the same.
            target.ty = target.ty.unqualified();
            let assign =
                crate::typing::assign(&mut self.program.types, target, value.clone()).ok()?;
            let stmt = Stmt::new(StmtKind::Expr(assign), Span::default());
            self.machine.execute(&self.program, &stmt, FUEL).ok()?;
        }
        Some(())
    }

    fn finish_function(&mut self, body: Block) {
        let params = self.program.function(self.function).params.clone();
        self.machine.finish(&params);
        self.machine.leave_function();
        self.program.functions[self.function.0 as usize].body = Some(body);
    }

    fn open(&mut self) {
        self.blocks.push(Open { variables: self.variables.len(), ..Open::default() });
    }

    /// Ends the innermost block: its objects end, its names are forgotten.
    fn close(&mut self) -> Block {
        let open = self.blocks.pop().unwrap_or_default();
        if self.dead == 0 {
            self.machine.finish(&open.locals);
        }
        self.variables.truncate(open.variables);
        Block { locals: open.locals, stmts: open.stmts, span: Span::default() }
    }

    fn new_local(&mut self, ty: Ty) -> LocalId {
        let locals = &mut self.program.functions[self.function.0 as usize].locals;
        let id = LocalId(locals.len() as u32);
        let name = format!("l_{}", id.0);
        locals.push(Local { name, ty, kind: LocalKind::Auto, align: None, span: Span::default() });
        id
    }

    fn new_label(&mut self) -> LabelId {
        let labels = &mut self.program.functions[self.function.0 as usize].labels;
        labels.push(Label { name: format!("lbl_{}", labels.len()), span: Span::default() });
        LabelId(labels.len() as u32 - 1)
    }

    /// A place in a text that does not exist: by it the machine says where it stopped.
    fn fresh_span(&mut self) -> Span {
        self.next_span += 1;
        Span::new(self.next_span, self.next_span + 1)
    }

    /// Appends a statement that was executed already, or never is.
    fn push(&mut self, kind: StmtKind) {
        let stmt = self.stamped(kind);
        if let Some(open) = self.blocks.last_mut() {
            open.stmts.push(stmt);
        }
    }

    /// A statement with a place of its own, which its expressions share.
    fn stamped(&mut self, kind: StmtKind) -> Stmt {
        let span = self.fresh_span();
        let mut stmt = Stmt::new(kind, span);
        Stamp(span).stmt(&mut stmt);
        stmt
    }

    /// Executes a statement and appends it, if the machine accepts it.
    fn perform(&mut self, kind: StmtKind) -> bool {
        let stmt = self.stamped(kind);
        if self.dead == 0 && !self.try_out(&stmt, FUEL) {
            self.dropped += 1;
            return false;
        }
        if let Some(open) = self.blocks.last_mut() {
            open.stmts.push(stmt);
        }
        true
    }

    /// Executes a statement; if the machine refuses it, nothing has happened.
    fn try_out(&mut self, stmt: &Stmt, fuel: u64) -> bool {
        let checkpoint = self.machine.checkpoint();
        match self.machine.execute(&self.program, stmt, fuel) {
            Ok(_) => {
                self.machine.commit(checkpoint);
                true
            }
            Err(_) => {
                self.machine.rollback(checkpoint);
                false
            }
        }
    }

    /// Evaluates an expression, side effects included; if the machine refuses it, or its value
    /// is no number, nothing has happened.
    fn try_value(&mut self, expr: &Expr) -> Option<Value> {
        let checkpoint = self.machine.checkpoint();
        match self.machine.evaluate(&self.program, expr, FUEL) {
            Ok(value) if value.is_number() => {
                self.machine.commit(checkpoint);
                Some(value)
            }
            _ => {
                self.machine.rollback(checkpoint);
                self.dropped += 1;
                None
            }
        }
    }
}

/// Gives every expression and statement the same place.
struct Respan(Span);

impl VisitorMut for Respan {
    fn expr(&mut self, expr: &mut Expr) {
        expr.span = self.0;
        walk_expr_mut(self, expr);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        stmt.span = self.0;
        walk_stmt_mut(self, stmt);
    }
}

/// Gives what has no place yet this one.
struct Stamp(Span);

impl VisitorMut for Stamp {
    fn expr(&mut self, expr: &mut Expr) {
        if !expr.span.is_known() {
            expr.span = self.0;
        }
        walk_expr_mut(self, expr);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        if !stmt.span.is_known() {
            stmt.span = self.0;
        }
        walk_stmt_mut(self, stmt);
    }
}

/// The integer types.
const INTEGERS: [Ty; 11] = [
    Types::INT,
    Types::UINT,
    Types::CHAR,
    Types::int(crate::types::IntKind::SChar),
    Types::int(crate::types::IntKind::UChar),
    Types::int(crate::types::IntKind::Short),
    Types::int(crate::types::IntKind::UShort),
    Types::LONG,
    Types::int(crate::types::IntKind::ULong),
    Types::int(crate::types::IntKind::LongLong),
    Types::int(crate::types::IntKind::ULongLong),
];
