//! The abstract machine: executes a [`Program`] and stops with a reason at the first step that C
//! does not define ([`Undefined`]), that it leaves open ([`Unspecified`]), or that has no model
//! ([`Stop::Unsupported`]). It needs no typing rules: every conversion is a node of the tree.
//!
//! Functions are lowered once ([`lower`]) to instructions over registers ([`code`]), which
//! [`execute`] runs. The rules are in one file each: [`number`] and [`float`] for arithmetic,
//! [`pointer`], [`access`] and [`bit_field`] for objects, [`order`] for evaluations without one, [`restrict`],
//! [`call`], [`arguments`], and [`library`].

mod access;
mod arguments;
mod bit_field;
mod call;
pub(crate) mod code;
mod diagnostic;
mod effective;
mod execute;
pub(crate) mod float;
mod grow;
mod library;
mod lower;
mod memory;
mod mending;
mod notes;
pub(crate) mod number;
mod order;
mod pointer;
mod reading;
mod restrict;
mod stop;
mod value;
mod vector;

use std::collections::HashMap;
use std::sync::Arc;

use spektr_text::{Complaint, Span};

pub(crate) use code::IntTy;
pub use memory::{Memory, ObjectId, Origin};
pub use mending::Mend;
pub use notes::{Known, Noted, Notes, Seen};
pub use reading::Switches;
pub use stop::{Step, Stop, Undefined, Unspecified};
pub use value::{Kind, Pointer, Value};

use crate::syntax::{Expr, FunctionId, GlobalId, LocalId, Program, Stmt};
use crate::types::Ty;
use code::{Code, Reg};
use library::Characters;
use lower::{Shared, Summaries};
use memory::Wish;
use order::Order;
use restrict::Restricts;

/// How a defined program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `main` returned, or `exit` was called, with this status (modulo 256 as a parent sees it).
    Exit(i32),
    /// `abort`, a failed assertion or a trap.
    Aborted,
}

/// Deeper calls count as having run out.
const DEEPEST: usize = 100_000;
/// So do frames with more registers together.
const MOST_REGISTERS: usize = 8_000_000;

#[derive(Clone, Debug)]
pub struct Machine {
    shared: Shared,
    codes: Arc<Vec<Code>>,
    /// The code of each function that has a body.
    code_of: Vec<Option<u32>>,
    memory: Memory,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    order: Order,
    restricts: Restricts,
    /// Whether accesses are noted, for order or `restrict`.
    watching: bool,
    /// Set by a call that made a new frame.
    switched: bool,
    fuel: u64,
    /// Instructions executed by code that was executed on its own.
    spent: u64,
    /// How many calls there were.
    calls: u64,
    /// Changes so far: stores, volatile accesses, output.
    side_effects: u64,
    /// The loop that was looked at last, to see whether it ever changes anything.
    looped: Option<Looped>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// How much of the output was certainly written.
    flushed: usize,
    /// What `stdout` and `stderr` point to, if the program declares them.
    streams: Streams,
    /// What `<ctype.h>` looks into.
    characters: Characters,
    /// `errno`, if the program knows it.
    errno: Option<ObjectId>,
    /// Where `strtok` goes on, and whether it came to an end.
    token: Value,
    token_ended: bool,
    /// How many functions of the library are waiting for one of the program's.
    waiting: u32,
    /// Functions to call at exit, and the status once that has begun.
    handlers: Vec<u32>,
    exiting: Option<i32>,
    /// Calls whose types were found to agree.
    agreed: HashMap<(u32, Ty), ()>,
    /// What the last evaluated code returned.
    result: Value,
    /// Where code that was executed on its own stopped last.
    stopped: Option<(FunctionId, Span)>,
    /// Steps that go on although they are undefined, because they will be written otherwise.
    mends: Option<Vec<Mend>>,
}

#[derive(Clone, Debug)]
struct Frame {
    code: u32,
    pc: u32,
    base: u32,
    /// Where the result goes in the caller.
    dst: Reg,
    serial: u64,
    /// Arguments beyond the parameters.
    variable: Vec<(Value, Ty)>,
    /// What `alloca` made, which ends with the frame.
    allocated: Vec<ObjectId>,
    /// How many `va_list`s were started and not ended.
    lists: u32,
}

/// The standard streams (7.21.1p3): the variable of each and the object that it points to.
#[derive(Clone, Copy, Debug, Default)]
struct Streams {
    stdout: Option<(ObjectId, ObjectId)>,
    stderr: Option<(ObjectId, ObjectId)>,
}

/// What a loop looked like at the end of an iteration.
#[derive(Clone, Debug, PartialEq)]
struct Looped {
    frame: u64,
    pc: usize,
    side_effects: u64,
    registers: Vec<Value>,
}

/// A state to go back to.
pub struct Checkpoint {
    memory: memory::Mark,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    order: Order,
    restricts: Restricts,
    watching: bool,
    fuel: u64,
    calls: u64,
    side_effects: u64,
    stdout: usize,
    stderr: usize,
    token: (Value, bool),
    handlers: Vec<u32>,
    exiting: Option<i32>,
}

/// Setting up and running.
impl Machine {
    /// A machine for a program, with everything initialised and nothing run.
    pub fn new(program: &Program, switches: Switches) -> Result<Machine, Complaint> {
        Machine::with(program, switches, true, None)
    }

    /// The same, and what the run is seen to do is noted.
    pub fn noting(program: &Program, switches: Switches) -> Result<Machine, Complaint> {
        Machine::with(program, switches, true, Some(Notes::default()))
    }

    /// The same for a program that grows while it runs: every variable is in memory, since
    /// statements to come may take its address.
    pub fn growing(program: &Program, switches: Switches) -> Result<Machine, Complaint> {
        Machine::with(program, switches, false, None)
    }

    fn with(
        program: &Program,
        switches: Switches,
        promote: bool,
        notes: Option<Notes>,
    ) -> Result<Machine, Complaint> {
        let linked = program.link().map_err(|fault| {
            let (span, words) = fault.words(program);
            program.sources.complaint(span, words)
        })?;
        let summaries = Summaries::of(program, &linked, &library::effects);
        let mut shared = Shared::new(linked, summaries, switches);
        (shared.promote, shared.notes) = (promote, notes);
        let mut memory = Memory::default();
        let streams = make_globals(program, &mut shared, &mut memory)?;
        let characters = Characters::of(program, &mut memory);
        let errno = library::errno_of(program, &mut memory);
        let (codes, code_of) = lower_all(program, &mut shared, &mut memory)?;
        Ok(Machine {
            shared,
            codes: Arc::new(codes),
            code_of,
            memory,
            stack: Vec::new(),
            frames: Vec::new(),
            order: Order::default(),
            restricts: Restricts::default(),
            watching: false,
            switched: false,
            fuel: 0,
            spent: 0,
            calls: 0,
            side_effects: 0,
            looped: None,
            stdout: Vec::new(),
            stderr: Vec::new(),
            flushed: 0,
            streams,
            characters,
            errno,
            token: Value::ZERO,
            token_ended: false,
            waiting: 0,
            handlers: Vec::new(),
            exiting: None,
            agreed: HashMap::new(),
            result: Value::ZERO,
            stopped: None,
            mends: None,
        })
    }

    /// Gives static objects their values and enters `main`.
    pub fn start(&mut self, program: &Program) -> Step<()> {
        self.initialise(program)?;
        let main = program
            .functions
            .iter()
            .position(|function| function.name == "main" && function.body.is_some());
        let Some(main) = main else { return Err(Stop::unsupported("a program without `main`")) };
        let params = program.functions[main].params.len();
        let args = match params {
            0 => Vec::new(),
            _ => self.command_line(params)?,
        };
        self.enter(main as u32, &args, 0, Vec::new())
    }

    /// Gives static objects their first values.
    pub fn initialise(&mut self, program: &Program) -> Step<()> {
        self.push_frame(0, 0)?;
        self.fuel = u64::MAX;
        self.run_frames(program, 0)?;
        Ok(())
    }

    /// Runs until the program ends, or stops for a reason; at most `fuel` instructions.
    pub fn run(&mut self, program: &Program, fuel: u64) -> Step<Ending> {
        self.fuel = fuel;
        match self.run_frames(program, 0)? {
            Some(ending) => Ok(ending),
            // `main` returned and there was nobody left to call.
            None => Ok(Ending::Exit(self.exiting.unwrap_or(0))),
        }
    }

    /// What was printed so far.
    pub fn stdout(&self) -> &[u8] {
        &self.stdout
    }

    pub fn stderr(&self) -> &[u8] {
        &self.stderr
    }

    /// The fuel that is left.
    pub fn fuel(&self) -> u64 {
        self.fuel
    }

    /// 5.1.2.2.1p2: one argument, the program's name, of which nothing is promised.
    fn command_line(&mut self, params: usize) -> Step<Vec<Value>> {
        let wish = |size, origin| Wish {
            size,
            align: 8,
            flags: 0,
            declared: 0,
            origin,
            made: Span::default(),
        };
        let name = self.memory.make(wish(1, Origin::Literal))?;
        self.memory.change(name).set_state(0..1, memory::state::OPEN);
        let vector = self.memory.make(wish(16, Origin::Literal))?;
        let number = self.memory.pointer_number(self.memory.whole(name));
        let object = self.memory.change(vector);
        object.store_pointer(0, number);
        object.store(8, 8, 0);
        let mut args = vec![Value::number(1), self.memory.whole(vector), Value::ZERO];
        args.resize(params, Value::ZERO);
        Ok(args)
    }
}

/// For generators: steps that are in no program yet, and the way back.
impl Machine {
    /// Calls a function of the program, whose body is to be executed statement by statement.
    pub fn enter_function(&mut self, function: FunctionId, args: &[Value]) -> Step<()> {
        self.enter(function.0, args, 0, Vec::new())
    }

    /// Begins the life of locals of that function, as entering their block does.
    pub fn begin(&mut self, program: &Program, locals: &[LocalId]) -> Step<()> {
        let Some(index) = self.current_function() else { return Ok(()) };
        let Some(base) = self.frames.last().map(|frame| frame.base) else { return Ok(()) };
        for &local in locals {
            let declaration = lower::declaration(program, &mut self.shared, index, local);
            let slot = (base + local.0) as usize;
            if self.stack.len() <= slot {
                self.stack.resize((slot + 1).next_power_of_two(), Value::UNINIT);
            }
            self.stack[slot] = self.make_local(declaration, index)?;
        }
        Ok(())
    }

    /// The value of a local that is kept in memory: a pointer to it.
    pub fn local(&self, local: LocalId) -> Option<Value> {
        let frame = self.frames.last()?;
        self.stack.get((frame.base + local.0) as usize).copied()
    }

    /// Executes a statement as if it were the next one of the function that was entered last.
    pub fn execute(&mut self, program: &Program, stmt: &Stmt, fuel: u64) -> Step<Option<Ending>> {
        let Some(index) = self.current_function() else { return Ok(None) };
        let code = lower::statement(program, &mut self.shared, &mut self.memory, index, stmt);
        self.run_extra(program, code, fuel)
    }

    /// Evaluates an expression in the function that was entered last.
    pub fn evaluate(&mut self, program: &Program, expr: &Expr, fuel: u64) -> Step<Value> {
        let Some(index) = self.current_function() else { return Ok(Value::ZERO) };
        let code = lower::expression(program, &mut self.shared, &mut self.memory, index, expr);
        self.run_extra(program, code, fuel)?;
        Ok(self.result)
    }

    fn current_function(&self) -> Option<u32> {
        self.frames.last().map(|frame| self.codes[frame.code as usize].function)
    }

    fn run_extra(&mut self, program: &Program, code: Code, fuel: u64) -> Step<Option<Ending>> {
        let Some(base) = self.frames.last().map(|frame| frame.base) else { return Ok(None) };
        let floor = self.frames.len();
        let registers = code.registers;
        Arc::make_mut(&mut self.codes).push(code);
        let index = self.codes.len() as u32 - 1;
        self.fuel = fuel;
        let outcome = self
            .push_frame_at(index, 0, base, registers)
            .and_then(|()| self.run_frames(program, floor));
        self.spent += fuel - self.fuel;
        if outcome.is_err() {
            self.stopped = self.current_place();
            self.frames.truncate(floor);
            self.order = Order::default();
            self.switched = false;
            let last = self.frames.last().map_or(0, |frame| frame.serial);
            self.end_restricts_beyond(last);
        }
        Arc::make_mut(&mut self.codes).pop();
        outcome
    }

    /// Remembers the state; [`rollback`](Self::rollback) returns to it.
    pub fn checkpoint(&mut self) -> Checkpoint {
        let top = self.frames.last().map_or(0, |frame| {
            frame.base as usize + self.codes[frame.code as usize].registers as usize
        });
        Checkpoint {
            memory: self.memory.checkpoint(),
            stack: self.stack[..top.min(self.stack.len())].to_vec(),
            frames: self.frames.clone(),
            order: self.order.clone(),
            restricts: self.restricts.clone(),
            watching: self.watching,
            fuel: self.fuel,
            calls: self.calls,
            side_effects: self.side_effects,
            stdout: self.stdout.len(),
            stderr: self.stderr.len(),
            token: (self.token, self.token_ended),
            handlers: self.handlers.clone(),
            exiting: self.exiting,
        }
    }

    /// Everything as it was at the checkpoint.
    pub fn rollback(&mut self, checkpoint: Checkpoint) {
        self.memory.rollback(checkpoint.memory);
        self.stack[..checkpoint.stack.len()].copy_from_slice(&checkpoint.stack);
        self.frames = checkpoint.frames;
        self.order = checkpoint.order;
        self.restricts = checkpoint.restricts;
        self.watching = checkpoint.watching;
        self.fuel = checkpoint.fuel;
        self.calls = checkpoint.calls;
        self.side_effects = checkpoint.side_effects;
        self.stdout.truncate(checkpoint.stdout);
        self.stderr.truncate(checkpoint.stderr);
        self.flushed = self.flushed.min(checkpoint.stdout);
        (self.token, self.token_ended) = checkpoint.token;
        self.waiting = 0;
        self.handlers = checkpoint.handlers;
        self.exiting = checkpoint.exiting;
        self.looped = None;
        self.switched = false;
    }

    /// Gives up the way back.
    pub fn commit(&mut self, checkpoint: Checkpoint) {
        self.memory.commit(checkpoint.memory);
    }

    /// The object of a global.
    pub fn global(&self, id: GlobalId) -> Option<Value> {
        self.shared.global(id)
    }

    /// The objects, to look at.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }
}

/// Tall expressions need a deep stack, as they did when they were read.
const STACK: usize = 1 << 28;

/// Lowers every function. The first code is that of static initialisers.
fn lower_all(
    program: &Program,
    shared: &mut Shared,
    memory: &mut Memory,
) -> Result<(Vec<Code>, Vec<Option<u32>>), Complaint> {
    // What grows has nothing in it yet that could be tall.
    let tall = shared.promote;
    let mut lower = move || {
        let mut codes = vec![lower::statics(program, shared, memory)];
        let mut code_of = vec![None; program.functions.len()];
        for (index, function) in program.functions.iter().enumerate() {
            if function.body.is_some() {
                codes.push(lower::function(program, shared, memory, index as u32));
                code_of[index] = Some(codes.len() as u32 - 1);
            }
        }
        (codes, code_of)
    };
    if !tall {
        return Ok(lower());
    }
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        match builder.spawn_scoped(scope, lower) {
            Ok(thread) => {
                Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            }
            Err(error) => Err(Complaint::whole(format!("no thread to lower with: {error}"))),
        }
    })
}

/// An object for every global that is defined somewhere.
fn make_globals(
    program: &Program,
    shared: &mut Shared,
    memory: &mut Memory,
) -> Result<Streams, Complaint> {
    shared.globals = vec![None; program.globals.len()];
    for (index, global) in program.globals.iter().enumerate() {
        if shared.linked.globals[index] != Some(GlobalId(index as u32)) {
            continue;
        }
        let declared = shared.effective.declare(&program.types, global.ty);
        let size = program.types.size_of(global.ty).unwrap_or(0) + flexible(program, global);
        let wish = Wish {
            size,
            align: shared.align_of(&program.types, global.ty, global.align),
            flags: shared.flags_of(&program.types, declared, global.ty),
            declared,
            origin: Origin::Static(index as u32),
            made: global.span,
        };
        let id = memory.make(wish).map_err(|_| {
            program.sources.complaint(global.span, "the objects of the program are too large")
        })?;
        shared.globals[index] = Some(memory.whole(id));
    }
    let mut streams = Streams::default();
    for (index, global) in program.globals.iter().enumerate() {
        if let Some(GlobalId(definition)) = shared.linked.globals[index] {
            shared.globals[index] = shared.globals[definition as usize];
            continue;
        }
        let stream = match global.name.as_str() {
            "stdout" => &mut streams.stdout,
            "stderr" => &mut streams.stderr,
            _ => continue,
        };
        if stream.is_none() {
            *stream = make_stream(memory, global.span);
        }
        shared.globals[index] = stream.map(|(variable, _)| memory.whole(variable));
    }
    Ok(streams)
}

/// The variable that the program knows a stream by, and what it points to.
fn make_stream(memory: &mut Memory, made: Span) -> Option<(ObjectId, ObjectId)> {
    let origin = Origin::Heap;
    let wish = |size| Wish { size, align: 8, flags: 0, declared: 0, origin, made };
    let (file, variable) = (memory.make(wish(0)).ok()?, memory.make(wish(8)).ok()?);
    let number = memory.pointer_number(memory.whole(file));
    memory.change(variable).store_pointer(0, number);
    Some((variable, file))
}

/// The bytes that an initialiser gives to a flexible member (GNU C).
fn flexible(program: &Program, global: &crate::syntax::Global) -> u64 {
    use crate::syntax::{Definition, Init};
    let types = &program.types;
    let (Some(id), Definition::Initialized(Init::Record(items))) =
        (types.as_record(global.ty), &global.definition)
    else {
        return 0;
    };
    let Some(last) = items.last() else { return 0 };
    let field = &types.fields(id)[last.field as usize];
    if types.size_of(field.ty).is_some() {
        return 0;
    }
    let element = types.element(field.ty).and_then(|element| types.size_of(element)).unwrap_or(0);
    match &last.init {
        Init::Array(items) => items.iter().map(|item| item.last + 1).max().unwrap_or(0) * element,
        Init::Expr(expr) => types.size_of(expr.ty).unwrap_or(0),
        Init::Record(_) => 0,
    }
}
