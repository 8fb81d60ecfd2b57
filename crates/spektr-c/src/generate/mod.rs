//! The scalar generator: programs that compute with known values.
//!
//! A program is written statement by statement and executed on the machine while it is written,
//! so the value of every expression is known when it is built: an operation that would be
//! undefined becomes another one ([`rewrite`]), and no check is left in the text. What runs more
//! than once (loops, functions) is run again as a whole; where the machine then refuses a step,
//! that step gets a form that is defined for all values and means the same for those it had
//! ([`repair`]). Which steps are undefined, only the machine knows.

mod alive;
mod bound;
mod calls;
mod constants;
mod cpp;
mod expr;
mod flow;
mod globals;
mod loops;
mod memory;
mod observe;
mod operand;
mod parameter;
mod place;
mod policy;
mod repair;
mod rewrite;
mod shapes;
mod statement;
mod survey;
mod types;
mod vectors;

pub use cpp::Surface;
pub use parameter::{PARAMETERS, Parameters};
pub use policy::{Policy, Settings};
pub use survey::survey;

use spektr_entropy::Entropy;
use spektr_text::{Complaint, Span};

use crate::machine::{Ending, Machine, Step, Switches, Value};
use crate::syntax::{
    Block, Expr, FlatId, Function, FunctionId, InlineKind, Label, LabelId, Linkage, Local, LocalId,
    LocalKind, Program, Stmt, StmtKind, Unit,
};
use crate::types::{FunctionTy, Ty, Types};
use calls::Helper;
use constants::Constants;
use expr::Context;
use operand::{Known, Operand};
use place::{Place, Variables};

/// A generated program and what the machine saw.
#[derive(Clone, Debug)]
pub struct Generated {
    pub program: Program,
    pub stdout: Vec<u8>,
    /// Instructions executed by the whole program; of a [`draft`], about.
    pub steps: u64,
    /// More than it executes.
    most: u64,
    pub settings: Settings,
    pub made: Made,
}

/// How often constructs were written, by parameter and choice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    pub statements: Vec<u64>,
    pub nodes: Vec<u64>,
    /// The same where it runs.
    pub live_statements: Vec<u64>,
    pub live_nodes: Vec<u64>,
    pub repairs: u64,
    pub rewrites: u64,
    pub dropped: u64,
    /// Why the machine refused programs of this seed in the end, before this one.
    pub refused: Vec<String>,
    /// What is said in the words of C++.
    pub surface: Surface,
}

/// In which language a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    C,
    Cpp,
}

impl Dialect {
    /// The name of a file in it.
    pub const fn file(self) -> &'static str {
        match self {
            Dialect::C => "program.c",
            Dialect::Cpp => "program.cc",
        }
    }

    /// The decisions of a generator are its own in each.
    const fn stream(self) -> &'static str {
        match self {
            Dialect::C => "scalar",
            Dialect::Cpp => "scalar c++",
        }
    }
}

/// Makes one program. Equal arguments give equal programs.
///
/// ```
/// use spektr_c::generate::{Dialect, Policy, generate};
/// let one = generate(Dialect::C, 7, &Policy::default(), Some(30));
/// assert!(one.stdout == generate(Dialect::C, 7, &Policy::default(), Some(30)).stdout);
/// ```
pub fn generate(dialect: Dialect, seed: u64, policy: &Policy, size: Option<u32>) -> Generated {
    attempts(dialect, seed, policy, size, |drafted| {
        let drafted = Generated { program: drafted.program.expanded(), ..drafted };
        let (steps, stdout) = run_whole(&drafted)?;
        if stdout != drafted.stdout {
            return Err("it shows something else as a whole than piece by piece".to_owned());
        }
        Ok(Generated { steps, ..drafted })
    })
}

/// The same program, executed only while it was written. Whoever blames somebody by it has it
/// run as a whole first. It can be printed; who wants more asks for it
/// [expanded](Program::expanded).
pub fn draft(dialect: Dialect, seed: u64, policy: &Policy, size: Option<u32>) -> Generated {
    attempts(dialect, seed, policy, size, Ok)
}

/// A program that `accept` has nothing against. What is refused is a fault of the generator;
/// another attempt keeps it from being anybody else's. The tests count them.
fn attempts(
    dialect: Dialect,
    seed: u64,
    policy: &Policy,
    size: Option<u32>,
    accept: impl Fn(Generated) -> Result<Generated, String>,
) -> Generated {
    let mut refused = Vec::new();
    loop {
        let mut entropy = Entropy::named(seed, dialect.stream());
        for _ in 0..refused.len() {
            entropy.next_u64();
        }
        let settings = Settings::draw(policy, size, &mut entropy);
        match Generator::new(dialect, settings, entropy).run().and_then(&accept) {
            Ok(mut generated) => {
                generated.made.refused = refused;
                return generated;
            }
            Err(why) => refused.push(why),
        }
        assert!(refused.len() < 100, "the generator makes nothing of seed {seed}: {refused:?}");
    }
}

/// Runs a finished program from its start: what it takes and what it prints.
fn run_whole(drafted: &Generated) -> Result<(u64, Vec<u8>), String> {
    let (program, most) = (&drafted.program, drafted.most);
    let whole = Machine::new(program, Switches::STRICT);
    let mut machine = whole.map_err(|complaint| complaint.rendered)?;
    let started = machine.start(program);
    let ending = started.and_then(|()| machine.run(program, most));
    match ending.map_err(|stop| stop.to_string())? {
        Ending::Exit(0) => Ok((most - machine.fuel(), machine.stdout().to_vec())),
        other => Err(format!("it ends with {other:?}")),
    }
}

/// What an assignment takes that was not executed.
const KNOWN_COST: u64 = 12;
/// Nodes of flat expressions for each statement, about.
const NODES: usize = 100;
/// What showing a byte takes at most.
const SHOWN_COST: u64 = 100;

/// A block that is being written.
#[derive(Default)]
struct Open {
    stmts: Vec<Stmt>,
    locals: Vec<LocalId>,
    /// How many variables and repeated expressions there were before.
    variables: usize,
    repeated: usize,
}

pub(crate) struct Generator {
    dialect: Dialect,
    program: Program,
    machine: Machine,
    entropy: Entropy,
    settings: Settings,
    types: types::Table,
    function: FunctionId,
    blocks: Vec<Open>,
    variables: Variables,
    helpers: Vec<Helper>,
    constants: Constants,
    context: Context,
    /// Expressions to be used again.
    repeated: Vec<Operand>,
    /// Operators that the statement may still get.
    operators: u32,
    /// Statements still to be written.
    left: u32,
    /// How many loops and conditionals are open.
    loops: u32,
    /// Whether the function that is being written may write to globals.
    pure: bool,
    /// Whether the statement being written has a side effect inside already.
    busy: bool,
    /// Whether it may get one. What has one only the machine can execute.
    may_affect: bool,
    /// Whether it may get a call.
    may_call: bool,
    /// Whether a function is being written that tests call.
    is_helper: bool,
    /// Whether an expression of the statement was kept for reuse.
    has_kept: bool,
    /// Whether arguments of a call are being written.
    calling: bool,
    /// How many blocks that do not run are open.
    dead: u32,
    next_span: u32,
    fuel: u64,
    /// What a program may execute, about.
    budget: u64,
    /// What executing all that was written in the open function takes, about.
    cost: u64,
    made: Made,
    tidy: observe::Tidy,
    /// How many trees there were in flat expressions when the statement was begun.
    trees: usize,
}

impl Generator {
    fn new(dialect: Dialect, settings: Settings, entropy: Entropy) -> Generator {
        let mut program = Program::default();
        program.flats.reserve(settings.statements.min(10_000) as usize * NODES);
        program.units.push(Unit { name: dialect.file().to_owned(), flags: None });
        // A program without anything always links.
        let machine = Machine::growing(&program, Switches::STRICT).expect("nothing to refuse");
        let each = u64::from(settings.policy.size.steps_per_statement);
        let budget = u64::from(settings.statements) * each;
        Generator {
            dialect,
            left: settings.statements,
            program,
            machine,
            entropy,
            settings,
            types: types::Table::default(),
            function: FunctionId(0),
            blocks: Vec::new(),
            variables: Variables::default(),
            helpers: Vec::new(),
            constants: Constants::default(),
            context: Context::default(),
            repeated: Vec::new(),
            operators: 0,
            loops: 0,
            pure: false,
            busy: false,
            may_affect: false,
            may_call: false,
            is_helper: false,
            has_kept: false,
            calling: false,
            dead: 0,
            next_span: 1,
            fuel: 2_000,
            budget,
            cost: 0,
            made: Made {
                statements: vec![0; parameter::choices(parameter::Which::Statement)],
                nodes: vec![0; parameter::choices(parameter::Which::Node)],
                live_statements: vec![0; parameter::choices(parameter::Which::Statement)],
                live_nodes: vec![0; parameter::choices(parameter::Which::Node)],
                ..Made::default()
            },
            tidy: observe::Tidy::default(),
            trees: 0,
        }
    }

    fn run(mut self) -> Result<Generated, String> {
        self.declare_library();
        self.make_types();
        self.make_globals();
        let why = |complaint: Complaint| complaint.rendered;
        self.machine = Machine::growing(&self.program, Switches::STRICT).map_err(why)?;
        self.machine.initialise(&self.program).map_err(|stop| stop.to_string())?;
        self.make_helpers();
        let mut tests = Vec::new();
        while self.left > 0 {
            tests.push(self.make_test(tests.len()).map_err(|stop| stop.to_string())?);
        }
        let most = self.most();
        self.make_main(&tests, most).map_err(|stop| stop.to_string())?;
        self.drop_unused();
        if self.is_cpp() {
            self.program = self.program.expanded();
            self.write_as_cpp();
        }
        Ok(Generated {
            stdout: self.machine.stdout().to_vec(),
            steps: self.cost,
            most,
            program: self.program,
            settings: self.settings,
            made: self.made,
        })
    }

    /// More than the finished program executes: costs are estimates, and all of it is shown.
    fn most(&self) -> u64 {
        let size = |global: &crate::syntax::Global| self.program.types.size_of(global.ty);
        let bytes: u64 = self.program.globals.iter().filter_map(size).sum();
        3 * self.budget + SHOWN_COST * bytes + 100_000
    }

    /// Whether loops and calls may still be written.
    fn is_affordable(&self) -> bool {
        self.cost < self.budget
    }

    /// A test: a function without parameters that works on globals.
    fn make_test(&mut self, index: usize) -> Step<FunctionId> {
        let function =
            self.declare_function(format!("t{index}"), Types::VOID, &[], Linkage::External);
        self.pure = false;
        self.enter(function, &[])?;
        self.open();
        let aim = self.left.saturating_sub(self.settings.policy.size.function);
        // The rest is not worth a function of its own.
        let aim = if aim < self.settings.policy.size.function / 4 { 0 } else { aim };
        while self.left > aim {
            self.statement();
        }
        let mut block = self.close();
        // Nothing calls it again, so nothing of it will be mended.
        self.tidy_block(&mut block);
        self.finish_function(block);
        Ok(function)
    }
}

/// Functions, blocks and what is executed while they are written.
impl Generator {
    fn declare_function(
        &mut self,
        name: String,
        result: Ty,
        params: &[Ty],
        linkage: Linkage,
    ) -> FunctionId {
        // 6.7.6.3p15: qualifiers of parameters are no part of the function's type.
        let unqualified = params.iter().map(|ty| ty.unqualified()).collect();
        let signature =
            FunctionTy { result, params: unqualified, variadic: false, prototyped: true };
        let ty = self.program.types.function(signature);
        let local = |(index, &ty): (usize, &Ty)| Local {
            name: format!("p{index}"),
            ty,
            kind: LocalKind::Param { promoted: false },
            align: None,
            span: Span::default(),
        };
        self.program.functions.push(Function {
            name,
            ty,
            unit: 0,
            linkage,
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
    fn enter(&mut self, function: FunctionId, args: &[Expr]) -> Step<()> {
        self.function = function;
        self.machine.define(&self.program, function);
        let none = vec![Value::ZERO; args.len()];
        self.machine.enter_function(function, &none)?;
        let params = self.program.function(function).params.clone();
        self.machine.begin(&self.program, &params)?;
        for (&param, value) in params.iter().zip(args) {
            let target = self.local_expr(param);
            if let Ok(assign) =
                crate::typing::assign(&mut self.program.types, target, value.clone())
            {
                let stmt = Stmt::new(StmtKind::Expr(assign), Span::default());
                self.machine.execute(&self.program, &stmt, self.fuel)?;
            }
        }
        Ok(())
    }

    /// The function that was entered is written: its body is this.
    fn finish_function(&mut self, body: Block) {
        let params = self.program.function(self.function).params.clone();
        self.machine.finish(&params);
        self.machine.leave_function();
        self.program.functions[self.function.0 as usize].body = Some(body);
    }

    fn open(&mut self) {
        self.blocks.push(Open {
            variables: self.variables.len(),
            repeated: self.repeated.len(),
            ..Open::default()
        });
    }

    /// Ends the innermost block: its objects end, its names are forgotten.
    fn close(&mut self) -> Block {
        let open = self.blocks.pop().unwrap_or_default();
        self.machine.finish(&open.locals);
        self.variables.truncate(open.variables);
        self.repeated.truncate(open.repeated);
        Block { locals: open.locals, stmts: open.stmts, span: Span::default() }
    }

    fn new_local(&mut self, ty: Ty) -> LocalId {
        let locals = &mut self.program.functions[self.function.0 as usize].locals;
        let id = LocalId(locals.len() as u32);
        let name = format!("l{}", id.0);
        locals.push(Local { name, ty, kind: LocalKind::Auto, align: None, span: Span::default() });
        id
    }

    fn new_label(&mut self) -> LabelId {
        let labels = &mut self.program.functions[self.function.0 as usize].labels;
        labels.push(Label { name: format!("L{}", labels.len()), span: Span::default() });
        LabelId(labels.len() as u32 - 1)
    }

    /// A place in a text that does not exist: by it the machine says which node it stopped at.
    fn fresh_span(&mut self) -> Span {
        self.next_span += 1;
        Span::new(self.next_span, self.next_span + 1)
    }

    /// Appends a statement that was executed already.
    fn push(&mut self, stmt: Stmt) {
        if let Some(open) = self.blocks.last_mut() {
            open.stmts.push(stmt);
        }
    }

    fn push_kind(&mut self, kind: StmtKind) {
        self.push(Stmt::new(kind, Span::default()));
    }

    /// Executes a statement and appends it, if the machine accepts it.
    fn perform(&mut self, kind: StmtKind) -> bool {
        let mut stmt = Stmt::new(kind, Span::default());
        if self.execute(&mut stmt) {
            self.push(stmt);
            return true;
        }
        self.made.dropped += 1;
        false
    }

    /// Appends the assignment of a known value to a place. It need not be executed.
    fn perform_known(&mut self, assignment: FlatId, place: &Place, value: &Known) -> bool {
        if !self.store_known(place, value) {
            let expr = self.tree(assignment);
            return self.perform_expr(expr);
        }
        let expr = match self.runs_once() {
            true => self.flat(assignment, place.ty),
            false => self.tree(assignment),
        };
        self.push_kind(StmtKind::Expr(expr));
        true
    }

    /// Gives a place what was computed by the machine's rules while it was written. False if
    /// only executing it can tell.
    fn store_known(&mut self, place: &Place, value: &Known) -> bool {
        let ty = place.ty;
        let stored = !self.busy
            && !ty.is_volatile()
            && place.bits.is_none()
            && self.converted(value.value, value.ty, ty.unqualified()).is_some_and(|converted| {
                let size = self.program.types.size_of(ty).unwrap_or(0);
                self.machine.assign_known(place.object, place.offset, size, converted)
            });
        self.cost += if stored { KNOWN_COST } else { 0 };
        stored
    }

    fn perform_expr(&mut self, expr: Expr) -> bool {
        self.perform(StmtKind::Expr(expr))
    }

    fn is_cpp(&self) -> bool {
        self.dialect == Dialect::Cpp
    }

    fn chance(&mut self, permille: u32) -> bool {
        self.entropy.permille(permille)
    }

    fn draw(&mut self, which: parameter::Which) -> usize {
        self.settings.parameters.draw(which, &mut self.entropy)
    }
}
