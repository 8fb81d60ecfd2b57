//! What others can be asked about the machine: some calls of a module's functions on known
//! numbers, what the machine says of each, and the same calls as a module with a `main` that
//! prints the results, or as pairs of functions for a solver. No tool is known here but by what
//! it reads.

use std::fmt::Write;

use spektr_wing::{Seen, WitnessAnswer};

use crate::machine::{Code, Conditions, Forks, Given, Side, Start, Temper, Value, World, execute};
use crate::parse;
use crate::print::{self, Version};
use crate::syntax::{
    Attribute, Block, Body, CallingConvention, ConstId, Constant, Flag, Global, GlobalId,
    Instruction, Linkage, Module, Name, Op, Operand, Ty, Type,
};

/// Functions of one module that are called, and calls of each.
const FUNCTIONS: usize = 12;
const CALLS: usize = 3;
/// Steps of one call.
const FUEL: u64 = 4_000;

/// One call and its result, as bits.
pub struct Call {
    pub function: GlobalId,
    arguments: Vec<u64>,
    result: u64,
}

/// Calls of the module's functions whose results the machine knows: one number each, with
/// nothing seen outside.
pub fn calls(module: &Module) -> Vec<Call> {
    let Ok(code) = Code::new(module) else { return Vec::new() };
    let callable = module.defined().filter(|(_, global, _)| is_callable(module, global));
    let mut calls = Vec::new();
    for (function, global, body) in callable.take(FUNCTIONS) {
        let Some((result, _, _)) = module.signature(global.ty) else { continue };
        let params: Vec<Ty> = body.values[..body.params as usize].iter().map(|it| it.ty).collect();
        let widths: Option<Vec<Number>> = params.iter().map(|&ty| number(module, ty)).collect();
        let (Some(params), Some(_)) = (widths, number(module, result)) else { continue };
        for round in 0..if params.is_empty() { 1 } else { CALLS } {
            let arguments: Vec<u64> =
                params.iter().enumerate().map(|(at, it)| it.pick(round * 5 + at)).collect();
            if let Some(result) = run(&code, function, &arguments) {
                calls.push(Call { function, arguments, result });
            }
        }
    }
    calls
}

/// What a correct build of [`driver`] prints.
pub fn printed(calls: &[Call]) -> Vec<u8> {
    let lines = calls.iter().enumerate();
    lines.fold(String::new(), |all, (at, call)| all + &format!("{at}: {:x}\n", call.result)).into()
}

fn run(code: &Code<'_>, function: GlobalId, arguments: &[u64]) -> Option<u64> {
    let arguments = arguments.iter().map(|&it| Given::Value(Value::Int(it))).collect();
    let conditions = Conditions {
        side: Side::Free,
        world: World::new(Temper { seed: 1, writes: false, throws: false }),
        fuel: FUEL,
        forks: Forks::new(0),
        cover: false,
        record: false,
    };
    let start = Start { arguments, ..Start::default() };
    let shown = execute(code, function, &start, conditions).ok()?;
    match shown.outcome {
        Ok(Some(Value::Int(number))) if shown.events.is_empty() => Some(number),
        _ => None,
    }
}

/// Whether a function can be called by anybody without knowing more than its type.
fn is_callable(module: &Module, global: &Global) -> bool {
    let Some(function) = global.function() else { return false };
    let lists = function.param_attributes.iter().chain([&function.result_attributes]);
    let plain = lists.flatten().all(|it| {
        !matches!(it, Attribute::Type(..))
            && ![Flag::ZeroExt, Flag::SignExt, Flag::InReg].iter().any(|&flag| it.is(flag))
    });
    let variadic = module.signature(global.ty).is_none_or(|(_, _, variadic)| variadic);
    plain
        && global.name.is_some()
        && !variadic
        && function.convention == CallingConvention::C
        && matches!(global.linkage, Linkage::External | Linkage::Internal | Linkage::Private)
        && global.space == 0
}

/// A type of numbers that can be passed and printed.
#[derive(Clone, Copy)]
enum Number {
    Int(u32),
    Float,
    Double,
}

fn number(module: &Module, ty: Ty) -> Option<Number> {
    match module.types[ty] {
        Type::Int(width @ 1..=64) => Some(Number::Int(width)),
        Type::Float(crate::syntax::FloatKind::Float) => Some(Number::Float),
        Type::Float(crate::syntax::FloatKind::Double) => Some(Number::Double),
        _ => None,
    }
}

impl Number {
    /// One of a few numbers.
    fn pick(self, at: usize) -> u64 {
        const INTEGERS: [u64; 9] = [3, 1, 0, u64::MAX, 100, 7, 0x80, 0x7fff_ffff, 0x1234_5678_9abc];
        const FLOATS: [f64; 7] = [1.5, 2.0, 0.0, -1.0, 100.25, -0.5, 3.0];
        match self {
            Number::Int(width) => INTEGERS[at % INTEGERS.len()] & (u64::MAX >> (64 - width)),
            Number::Float => u64::from((FLOATS[at % FLOATS.len()] as f32).to_bits()),
            Number::Double => FLOATS[at % FLOATS.len()].to_bits(),
        }
    }

    fn constant(self, bits: u64) -> Constant {
        match self {
            Number::Int(_) => Constant::Int(u128::from(bits)),
            Number::Float | Number::Double => Constant::Float(u128::from(bits)),
        }
    }
}

/// The module with a `main` that makes the calls and prints their results, in the words of a
/// version; or why there is none.
pub fn driver(module: &Module, calls: &[Call], version: Version) -> Result<String, String> {
    if calls.is_empty() {
        return Err("no function can be called without more knowledge".to_owned());
    }
    let triple = module.target_triple.as_ref().map(|it| it.text().into_owned());
    if triple.is_some_and(|it| !it.is_empty() && !it.starts_with("x86_64")) {
        return Err("the module is for another machine".to_owned());
    }
    let layout = module.data_layout.as_ref().map(|it| it.text().into_owned());
    if layout.is_some_and(|it| !it.is_empty() && !it.starts_with("e-m:e-p270:")) {
        return Err("the module has a data layout of its own".to_owned());
    }
    let mut text = print::text(module, Version::NEWEST);
    let mut body = String::new();
    for (at, call) in calls.iter().enumerate() {
        let global = module.global(call.function);
        let Some((result, params, _)) = module.signature(global.ty) else { continue };
        let arguments: Vec<String> = params
            .iter()
            .zip(&call.arguments)
            .map(|(&ty, &bits)| written(module, ty, bits))
            .collect();
        let name = global.name.as_ref().map(Name::to_string).unwrap_or_default();
        let ty = print::type_text(module, result);
        let _ = writeln!(body, "  %r{at} = call {ty} @{name}({})", arguments.join(", "));
        let bits = match number(module, result) {
            Some(Number::Int(64)) | None => format!("%r{at}"),
            Some(Number::Int(_)) => {
                let _ = writeln!(body, "  %w{at} = zext {ty} %r{at} to i64");
                format!("%w{at}")
            }
            Some(Number::Double) => {
                let _ = writeln!(body, "  %w{at} = bitcast double %r{at} to i64");
                format!("%w{at}")
            }
            Some(Number::Float) => {
                let _ = writeln!(body, "  %b{at} = bitcast float %r{at} to i32");
                let _ = writeln!(body, "  %w{at} = zext i32 %b{at} to i64");
                format!("%w{at}")
            }
        };
        let _ = writeln!(
            body,
            "  %p{at} = call i32 (ptr, ...) @printf(ptr @spektr.line, i64 {at}, i64 {bits})"
        );
    }
    let taken = ["main", "printf", "spektr.line"].iter().find(|name| module.find(name).is_some());
    if let Some(taken) = taken {
        return Err(format!("the module has a @{taken} of its own"));
    }
    let _ = write!(
        text,
        "\n@spektr.line = private unnamed_addr constant [11 x i8] c\"%ld: %lx\\0A\\00\\00\"\n\
         declare i32 @printf(ptr, ...)\ndefine i32 @main() {{\n{body}  ret i32 0\n}}\n"
    );
    let whole = parse::module("driver.ll", &text).map_err(|complaint| complaint.to_string())?;
    print::for_version(&whole, version).map_err(|complaint| complaint.to_string())
}

/// A number of a type, as an operand is written.
fn written(module: &Module, ty: Ty, bits: u64) -> String {
    let words = print::type_text(module, ty);
    match number(module, ty) {
        Some(Number::Int(width)) if width > 1 => {
            let shift = 64 - width;
            format!("{words} {}", ((bits << shift) as i64) >> shift)
        }
        Some(Number::Float) => {
            format!("{words} 0x{:016X}", f64::from(f32::from_bits(bits as u32)).to_bits())
        }
        Some(Number::Double) => format!("{words} 0x{bits:016X}"),
        _ => format!("{words} {bits}"),
    }
}

/// The module with a pair `@srcN`, `@tgtN` for each call: the function with its arguments put in
/// their place, and one that only returns the result.
pub fn pairs(module: &Module, calls: &[Call], version: Version) -> Result<String, String> {
    // Nobody knows what a variable holds when a function is called, nor what others do.
    let alone = |call: &&Call| {
        let body = module.global(call.function).function().and_then(|it| it.body.as_ref());
        body.is_some_and(|body| needs_nothing_else(module, body))
    };
    let calls: Vec<&Call> = calls.iter().filter(alone).collect();
    if calls.is_empty() {
        return Err("no function can be called without more knowledge".to_owned());
    }
    let mut module = module.clone();
    for (at, call) in calls.into_iter().enumerate() {
        let original = module.global(call.function).clone();
        let Some((result, params, _)) = module.signature(original.ty) else { continue };
        let (result, params) = (result, params.to_vec());
        let arguments: Option<Vec<ConstId>> = params
            .iter()
            .zip(&call.arguments)
            .map(|(&ty, &bits)| constant(&mut module, ty, bits))
            .collect();
        let value = constant(&mut module, result, call.result);
        let (Some(arguments), Some(value)) = (arguments, value) else { continue };
        let (mut source, mut target) = (original.clone(), original);
        substitute(&mut source, &arguments);
        answer(&mut target, value);
        for (global, name) in [(&mut source, format!("src{at}")), (&mut target, format!("tgt{at}"))]
        {
            global.name = Some(Name::from(name.as_str()));
            global.linkage = Linkage::External;
        }
        module.globals.extend([source, target]);
    }
    print::for_version(&module, version).map_err(|complaint| complaint.to_string())
}

/// Whether a function mentions no global but intrinsics.
fn needs_nothing_else(module: &Module, body: &Body) -> bool {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let mut operands = instructions.flat_map(|instruction| instruction.op.operands());
    operands.all(|operand| match operand {
        Operand::Local(_) => true,
        Operand::Const(id) => match &module.constants[id] {
            Constant::Global(global) => {
                let name = module.global(*global).name.as_ref();
                name.is_some_and(|name| name.text().starts_with("llvm."))
            }
            Constant::Int(_)
            | Constant::Wide(_)
            | Constant::Float(_)
            | Constant::Null
            | Constant::Zero
            | Constant::Undef
            | Constant::Poison => true,
            _ => false,
        },
    })
}

fn constant(module: &mut Module, ty: Ty, bits: u64) -> Option<ConstId> {
    let constant = number(module, ty)?.constant(bits);
    Some(module.constants.intern(ty, constant))
}

/// Puts constants where parameters are used.
fn substitute(function: &mut Global, arguments: &[ConstId]) {
    let Some(body) = function.function_mut().and_then(|it| it.body.as_mut()) else { return };
    body.use_list_orders.clear();
    for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        instruction.op.for_each_operand(&mut |operand| {
            if let Operand::Local(id) = *operand
                && let Some(&argument) = arguments.get(id.index())
            {
                *operand = Operand::Const(argument);
            }
        });
    }
}

/// Leaves nothing of a function but its result.
fn answer(function: &mut Global, value: ConstId) {
    let span = function.span;
    let Some(body) = function.function_mut().and_then(|it| it.body.as_mut()) else { return };
    body.use_list_orders.clear();
    body.values.truncate(body.params as usize);
    let (metadata, records) = (Vec::new(), Vec::new());
    let op = Op::Ret(Some(Operand::Const(value)));
    let end = Instruction { result: None, op, metadata, records, span };
    body.blocks = vec![Block { name: None, instructions: vec![end] }];
}

/// What a tool that executes said.
pub fn executed(seen: &Seen) -> WitnessAnswer {
    let words = String::from_utf8_lossy(&seen.stderr).into_owned();
    let is_objection = |line: &&str| {
        line.contains("Immediate UB") || line.contains("UB triggered") || line.contains("UB:")
    };
    if let Some(message) = words.lines().find(is_objection) {
        return WitnessAnswer::Undefined { message: message.trim().to_owned(), line: 0 };
    }
    match seen.succeeded() {
        true => WitnessAnswer::Finished { stdout: seen.stdout.clone() },
        false => {
            let reason = words.lines().next().unwrap_or("it failed without a word").to_owned();
            WitnessAnswer::CannotTell { reason }
        }
    }
}

/// What a solver said about pairs.
pub fn proved(seen: &Seen) -> WitnessAnswer {
    let words = String::from_utf8_lossy(&seen.stdout);
    if let Some(at) = words.lines().position(|line| line.contains("doesn't verify")) {
        let reason = words.lines().skip(at).find(|line| line.starts_with("ERROR"));
        let message = reason.unwrap_or("it refutes a result").to_owned();
        return WitnessAnswer::Undefined { message, line: 0 };
    }
    match words.contains("seems to be correct") {
        true => WitnessAnswer::Confirmed,
        false => WitnessAnswer::CannotTell { reason: "it proves nothing".to_owned() },
    }
}
