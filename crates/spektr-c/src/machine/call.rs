//! Calls and returns (6.5.2.2, 6.8.6.4, 6.9.1), the end of the program (7.22.4), and loops that
//! never end (6.8.5p6).

use spektr_text::Span;

use super::code::{CONSTANT, CallInfo, Code, LibraryId, Reg, Returns, Target};
use super::library::{self, Answer};
use super::memory::{Origin, Wish, flag};
use super::stop::{Step, Stop, Undefined};
use super::value::{Kind, Value};
use super::{DEEPEST, Ending, Frame, Looped, MOST_REGISTERS, Machine};
use crate::syntax::{LocalKind, Program};
use crate::types::{FloatKind, Shape, Ty, Types};

/// Each takes some of the stack that the machine itself runs on.
const MOST_WAITING: u32 = 64;

impl Machine {
    /// The `Call` instruction; tells whether the program ended in it.
    pub(super) fn call(
        &mut self,
        program: &Program,
        code: &Code,
        info: u32,
        dst: Reg,
    ) -> Step<Option<Ending>> {
        let info = &code.calls[info as usize];
        let target = match info.target {
            Target::Function(function) => Callee::Function(function),
            Target::Library(id) => Callee::Library(id),
            Target::Pointer(reg) => {
                let value = *self.register(reg);
                self.callee(program, value)?
            }
        };
        let (first, count) = info.args;
        let registers = &code.args[first as usize..(first + count) as usize];
        match target {
            Callee::Function(function) => {
                if !info.agreed {
                    self.check_types(program, info, function)?;
                }
                self.call_function(program, info, function, registers, dst)?;
                self.switched = true;
                Ok(None)
            }
            Callee::Library(id) => {
                let mut values = Vec::with_capacity(registers.len());
                for &reg in registers {
                    let value = *self.register(reg);
                    if matches!(value.kind(), Kind::Uninit | Kind::Missing) {
                        return Err(super::number::no_number(value));
                    }
                    self.check_live_argument(id, value)?;
                    values.push(value);
                }
                match library::call(self, program, id, &values, &info.arg_types)? {
                    Answer::Value(value) => {
                        let base = self.frames.last().map_or(0, |frame| frame.base);
                        self.stack[(base + dst) as usize] = value;
                        Ok(None)
                    }
                    Answer::Exit(status) => self.exit(program, status),
                    Answer::Abort => Ok(Some(Ending::Aborted)),
                }
            }
        }
    }

    /// 6.2.4p2 for arguments; what `free` says of a pointer released before is more to the point.
    fn check_live_argument(&self, id: LibraryId, value: Value) -> Step<()> {
        if library::releases(id) { Ok(()) } else { self.check_live(value) }
    }

    /// A register of the frame on top, or a constant.
    pub(super) fn register(&self, reg: Reg) -> &Value {
        if reg & CONSTANT != 0 {
            return &self.shared.tables.constants[(reg & !CONSTANT) as usize];
        }
        let base = self.frames.last().map_or(0, |frame| frame.base);
        &self.stack[(base + reg) as usize]
    }

    fn callee(&self, program: &Program, value: Value) -> Step<Callee> {
        match value.kind() {
            Kind::Function => {
                let index = value.lo as u32;
                if self.code_of[index as usize].is_some() {
                    return Ok(Callee::Function(index));
                }
                let name = program.functions[index as usize].library_name();
                match library::find(name) {
                    Some(id) => Ok(Callee::Library(id)),
                    None => Err(Stop::unsupported(format!("the function `{name}`"))),
                }
            }
            Kind::Number if value.lo == 0 => Err(Undefined::NullDereference.into()),
            Kind::Uninit | Kind::Missing | Kind::Open => Err(super::number::no_number(value)),
            _ => Err(Undefined::CallTarget.into()),
        }
    }

    fn call_function(
        &mut self,
        program: &Program,
        info: &CallInfo,
        function: u32,
        registers: &[Reg],
        dst: Reg,
    ) -> Step<()> {
        for &reg in registers {
            let value = self.register(reg);
            if value.meta != 0 {
                if matches!(value.kind(), Kind::Uninit | Kind::Missing) {
                    return Err(super::number::no_number(*value));
                }
                self.check_live(*value)?;
            }
        }
        let Some(code) = self.code_of[function as usize] else { return Err(no_body()) };
        let params = program.functions[function as usize].params.len();
        let (fixed, rest) = registers.split_at(params.min(registers.len()));
        let types = info.arg_types.iter().skip(params);
        let variable = rest.iter().zip(types).map(|(&reg, &ty)| (*self.register(reg), ty));
        let variable: Vec<_> = variable.collect();
        let from = self.frames.last().map_or(0, |frame| frame.base);
        self.push_frame(code, dst)?;
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        frame.variable = variable;
        let to = frame.base;
        for (&param, &reg) in self.codes[code as usize].params.iter().zip(fixed) {
            self.stack[(to + param) as usize] = match reg & CONSTANT {
                0 => self.stack[(from + reg) as usize],
                _ => self.shared.tables.constants[(reg & !CONSTANT) as usize],
            };
        }
        Ok(())
    }

    /// Puts a frame for a function on top.
    pub(super) fn enter(
        &mut self,
        function: u32,
        args: &[Value],
        dst: Reg,
        variable: Vec<(Value, Ty)>,
    ) -> Step<()> {
        let Some(code) = self.code_of[function as usize] else { return Err(no_body()) };
        self.push_frame(code, dst)?;
        if let Some(frame) = self.frames.last_mut() {
            frame.variable = variable;
            let base = frame.base as usize;
            for (&param, &value) in self.codes[code as usize].params.iter().zip(args) {
                self.stack[base + param as usize] = value;
            }
        }
        Ok(())
    }

    pub(super) fn push_frame(&mut self, code: u32, dst: Reg) -> Step<()> {
        let base = self
            .frames
            .last()
            .map_or(0, |frame| frame.base + self.codes[frame.code as usize].registers);
        let registers = self.codes[code as usize].registers;
        self.push_frame_at(code, dst, base, registers)
    }

    pub(super) fn push_frame_at(
        &mut self,
        code: u32,
        dst: Reg,
        base: u32,
        registers: u32,
    ) -> Step<()> {
        let top = (base + registers) as usize;
        if self.frames.len() >= DEEPEST || top > MOST_REGISTERS {
            return Err(Box::new(Stop::OutOfFuel));
        }
        if self.stack.len() < top {
            self.stack.resize(top.next_power_of_two(), Value::UNINIT);
        }
        self.calls += 1;
        let (serial, variable) = (self.calls, Vec::new());
        let allocated = Vec::new();
        self.frames.push(Frame { code, pc: 0, base, dst, serial, variable, allocated, lists: 0 });
        Ok(())
    }

    /// GCC 6.59: an object that lives until the function returns.
    pub(super) fn allocate_in_frame(&mut self, size: u64, made: Span) -> Step<Value> {
        let id = self.memory.make(Wish {
            size,
            align: 16,
            flags: flag::TYPED_BYTES,
            declared: 0,
            origin: Origin::Heap,
            made,
        })?;
        if let Some(frame) = self.frames.last_mut() {
            frame.allocated.push(id);
        }
        Ok(self.memory.whole(id))
    }

    /// 6.8.6.4: back to the caller, with a value or without; tells whether the program ended.
    pub(super) fn return_from(&mut self, code: &Code, value: Value) -> Step<Option<Ending>> {
        if code.noreturn {
            return Err(Undefined::NoreturnReturns.into());
        }
        // 7.16.1.3p2.
        if self.frames.last().is_some_and(|frame| frame.lists > 0) {
            return Err(Undefined::ArgumentList.into());
        }
        let Some(frame) = self.frames.pop() else { return Ok(None) };
        self.end_restricts_of(frame.serial);
        for &object in &frame.allocated {
            self.memory.end(object, code.spans.last().copied().unwrap_or_default());
        }
        self.result = value;
        if let Some(caller) = self.frames.last() {
            let value = if code.returns == Returns::Nothing { Value::ZERO } else { value };
            // Code that ran on its own has nobody to give its result to.
            if frame.base != caller.base {
                self.stack[(caller.base + frame.dst) as usize] = value;
            }
            return Ok(None);
        }
        if frame.code == 0 {
            return Ok(None);
        }
        // 5.1.2.2.3: `main` returns as if by `exit`; a handler has returned.
        let status = match self.exiting {
            Some(status) => status,
            None if value.is_number() => value.lo as i32,
            None => return Err(super::number::no_number(value)),
        };
        self.exiting = Some(status);
        self.next_handler()
    }

    /// A function of the library calls one of the program.
    pub(super) fn call_back(
        &mut self,
        program: &Program,
        function: Value,
        args: &[Value],
    ) -> Step<Value> {
        if self.waiting >= MOST_WAITING {
            return Err(Box::new(Stop::OutOfFuel));
        }
        let floor = self.frames.len();
        // The result goes to a register of the caller, which keeps what it had.
        let kept = *self.register(0);
        self.enter(function.lo as u32, args, 0, Vec::new())?;
        self.waiting += 1;
        let ended = self.run_frames(program, floor)?;
        self.waiting -= 1;
        if ended.is_some() || self.frames.len() != floor {
            return Err(Stop::unsupported("an end of the program within a library function"));
        }
        let base = self.frames.last().map_or(0, |frame| frame.base);
        self.stack[base as usize] = kept;
        Ok(self.result)
    }

    /// 7.22.4.4: handlers in reverse order, then the end.
    fn exit(&mut self, _program: &Program, status: i32) -> Step<Option<Ending>> {
        if self.exiting.is_some() {
            return Err(Undefined::ExitTwice.into());
        }
        self.exiting = Some(status);
        self.frames.clear();
        self.order = super::Order::default();
        self.restricts = super::Restricts::default();
        self.watching = false;
        let ending = self.next_handler()?;
        self.switched = ending.is_none();
        Ok(ending)
    }

    fn next_handler(&mut self) -> Step<Option<Ending>> {
        match self.handlers.pop() {
            Some(handler) => {
                self.enter(handler, &[], 0, Vec::new())?;
                Ok(None)
            }
            None => Ok(Some(Ending::Exit(self.exiting.unwrap_or(0)))),
        }
    }

    /// Whether an iteration has left everything as it was: it then always will.
    #[cold]
    pub(super) fn repeats(&mut self, pc: usize, base: usize, code: &Code) -> bool {
        let frame = self.frames.last().map_or(0, |frame| frame.serial);
        let now = Looped {
            frame,
            pc,
            side_effects: self.side_effects,
            registers: self.stack[base..base + code.registers as usize].to_vec(),
        };
        let same = self.looped.as_ref() == Some(&now);
        self.looped = Some(now);
        same
    }
}

enum Callee {
    Function(u32),
    Library(LibraryId),
}

/// Types of calls and definitions.
impl Machine {
    /// 6.5.2.2p6 and p9.
    fn check_types(&mut self, program: &Program, info: &CallInfo, function: u32) -> Step<()> {
        let types = &program.types;
        let definition = &program.functions[function as usize];
        let signature = definition.signature(types);
        let called = types.as_function(info.ty);
        let prototyped = called.is_some_and(|called| called.prototyped);
        if prototyped && signature.prototyped {
            if definition.ty == info.ty || self.agreed.contains_key(&(function, info.ty)) {
                return Ok(());
            }
            if !types.compatible(definition.ty, info.ty.unqualified()) {
                return Err(Undefined::FunctionType.into());
            }
            self.agreed.insert((function, info.ty), ());
            return Ok(());
        }
        if called
            .is_some_and(|called| !types.compatible_unqualified(called.result, signature.result))
        {
            return Err(Undefined::FunctionType.into());
        }
        if prototyped && !types.compatible(definition.ty, info.ty.unqualified()) {
            return Err(Undefined::FunctionType.into());
        }
        if signature.variadic {
            return Err(Undefined::FunctionType.into());
        }
        let (wanted, given) = (definition.params.len() as u32, info.args.1);
        if wanted != given {
            return Err(Undefined::ArgumentCount { wanted, given }.into());
        }
        for (index, (&param, &arg)) in definition.params.iter().zip(&info.arg_types).enumerate() {
            let local = definition.local(param);
            let wanted = match local.kind {
                LocalKind::Param { promoted: true } => promoted(types, local.ty),
                _ => local.ty.unqualified(),
            };
            let strict = self.shared.switches.pointer_arguments;
            let alike = !strict && points_to_object(types, wanted) && points_to_object(types, arg);
            if !alike && !passes(types, wanted, arg) {
                return Err(Undefined::ArgumentType { index: index as u32 + 1 }.into());
            }
        }
        Ok(())
    }
}

/// What the default argument promotions make of a type.
fn promoted(types: &Types, ty: Ty) -> Ty {
    match types.shape(ty) {
        Shape::Float(FloatKind::Float) => Types::DOUBLE,
        _ => match types.int_kind(ty) {
            Some(kind) if kind.bits() < 32 => Types::INT,
            _ => ty.unqualified(),
        },
    }
}

fn points_to_object(types: &Types, ty: Ty) -> bool {
    types.target(ty).is_some_and(|target| !types.is_function(target))
}

/// 6.5.2.2p6: compatible, or signed and unsigned of one type, or pointers to `void` and
/// characters.
pub(super) fn passes(types: &Types, wanted: Ty, given: Ty) -> bool {
    if types.compatible_unqualified(wanted, given) {
        return true;
    }
    if let (Some(a), Some(b)) = (types.int_kind(wanted), types.int_kind(given)) {
        return a.to_signed() == b.to_signed();
    }
    let (Some(a), Some(b)) = (types.target(wanted), types.target(given)) else { return false };
    let byte = |ty| types.is_void(ty) || types.is_integer(ty) && types.size_of(ty) == Some(1);
    byte(a) && byte(b) || types.compatible_unqualified(a, b)
}

#[cold]
fn no_body() -> Box<Stop> {
    Stop::unsupported("a call of a function without a body")
}
