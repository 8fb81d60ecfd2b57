//! The abstract machine for LLVM IR: it executes functions of a module on values that know
//! what is poison, undef or left open, on memory with provenance, and stops with the rule of
//! the language reference that a program breaks. It knows nothing of other modules; two runs
//! are held against each other in `refine`.

mod access;
mod address;
mod answer;
mod arithmetic;
mod attribute;
mod below;
mod call;
mod cast;
mod choice;
mod code;
mod compute;
mod endless;
mod explore;
mod external;
mod floating;
mod frame;
mod heap;
mod integer;
mod intrinsic;
mod library;
mod loops;
mod memory;
mod open;
mod promise;
mod relate;
mod run;
mod shape;
mod spread;
mod start;
pub mod stop;
mod text;
mod value;
mod vector;
mod world;

pub use choice::{Chooser, Forks, Side};
pub use code::{Code, Layout};
pub use memory::{Memory, ObjectId};
pub use relate::{Relation, show};
pub use shape::{Kind, Shapes};
pub use start::{Conditions, Given, Link, Outside, Shown, Start, execute};
pub use stop::{Stop, Undefined, Unspecified};
pub use value::{Pointer, Value};
pub use world::{
    Event, Fresh, Happening, Made, ROOMY, Reference, Temper, World, initial_bytes, visible,
};

use spektr_text::Diagnostic;

use crate::syntax::{GlobalId, Module};

/// What became of a run.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The result, as text; or why there is none.
    pub result: Result<String, Diagnostic>,
    /// Calls of external functions and volatile accesses, in order.
    pub trace: Vec<String>,
    pub steps: u64,
}

/// Runs a function of a module on arguments.
///
/// ```
/// use spektr_llvm::{machine, parse};
/// let text = "define i8 @f(i8 %x) { %y = add nuw i8 %x, 1 ret i8 %y }";
/// let module = parse::module("f.ll", text).unwrap();
/// let seven = machine::Given::Value(machine::Value::Int(7));
/// let run = machine::run(&module, "f", vec![seven], 1000);
/// assert_eq!(run.result.unwrap(), "8");
/// ```
pub fn run(module: &Module, entry: &str, arguments: Vec<Given>, fuel: u64) -> Execution {
    let start = Start { arguments, ..Start::default() };
    match try_run(module, entry, &start, fuel) {
        Ok(execution) => execution,
        Err(stop) => Execution { result: Err(plain(&stop)), trace: Vec::new(), steps: 0 },
    }
}

/// Runs a function from a start with objects in memory.
pub fn try_run(
    module: &Module,
    entry: &str,
    start: &Start,
    fuel: u64,
) -> Result<Execution, Box<Stop>> {
    let code = Code::new(module)?;
    let Some(id) = module.find(entry) else {
        return stop::unsupported(format!("an entry @{entry} that the module does not have"));
    };
    let mut world = World::new(Temper { seed: 1, writes: false, throws: false });
    world.unpaired = true;
    let shown = execute(
        &code,
        id,
        start,
        Conditions {
            side: Side::Free,
            world,
            fuel,
            forks: Forks::new(0),
            cover: false,
            record: false,
        },
    )?;
    let result = match &shown.outcome {
        Ok(Some(value)) => Ok(show(value)),
        Ok(None) => Ok("void".to_string()),
        Err(stop) => Err(diagnostic(&code, &shown, stop)),
    };
    let trace = shown.events.iter().map(|event| event.told(&shown.memory)).collect();
    Ok(Execution { result, trace, steps: shown.steps })
}

/// A stop without a place.
fn plain(stop: &Stop) -> Diagnostic {
    Diagnostic {
        class: stop.class(),
        rule: stop.rule(),
        message: stop.to_string(),
        span: None,
        context: String::new(),
        notes: Vec::new(),
    }
}

/// A stop with the instruction at which it happened.
fn diagnostic(code: &Code<'_>, shown: &Shown<'_>, stop: &Stop) -> Diagnostic {
    let frame = &shown.frame;
    let block = &frame.body.blocks[frame.block.index()];
    let at = frame.at.saturating_sub(1);
    let span = block.instructions.get(at).map(|instruction| instruction.span);
    let name = block.name.as_ref().map_or(frame.block.0.to_string(), |name| name.to_string());
    let context = format!("@{}, block %{name}", code.name(GlobalId(frame.function.0)));
    Diagnostic { span: span.filter(|span| span.is_known()), context, ..plain(stop) }
}
