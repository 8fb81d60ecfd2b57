//! Whether what a compiler made of a program still does what the program does, by running both
//! on the machine.
//!
//! Three things can be wrong, and they are told apart: it shows something else; it does what the
//! language forbids; it is only less defined, by rules of aliasing or by what the language leaves
//! open. The last is harmless as long as nothing after it relies on more, and no accusation.

use spektr_wing::{Behaviour, Check, Difference, End, Symptom};

use super::read;
use crate::difference;
use crate::machine::{Ending, Machine, Stop, Switches, Undefined};
use crate::syntax::{Block, FnId, Operand, Place, Program, Span, TerminatorKind};

/// So many times the steps of the program are more than any pass adds, with what reading adds.
const SLACK: u64 = 20;

/// Steps that every program may take.
const FLOOR: u64 = 100_000;

/// Holds `text`, the compiler's, against a program that takes so many steps and does `wanted`.
pub fn check(program: &Program, wanted: &Behaviour, steps: u64, text: &str) -> Check {
    let emitted = match read(program, text) {
        Ok(emitted) => emitted,
        Err(why) => {
            return Check::CannotTell(format!("the compiler's MIR is not understood: {why}"));
        }
    };
    let machine = match Machine::new(&emitted.program) {
        Ok(machine) => machine,
        Err(_) => return Check::CannotTell("a type of the compiler's has no layout".to_owned()),
    };
    let mut machine = machine.with_switches(Switches::default()).with_sites(emitted.sites);
    let fuel = steps.saturating_mul(SLACK).saturating_add(FLOOR);
    let run = machine.start(&emitted.program).and_then(|()| machine.run(&emitted.program, fuel));
    let shown = machine.trace();
    let expected = String::from_utf8_lossy(&wanted.stdout);
    if let Some(difference) = parted(program, &expected, shown, run.is_ok()) {
        return Check::Wrong(Symptom::Output { difference });
    }
    let stop = match run {
        Ok(ending) if is_end(ending, wanted.end) => return Check::Right,
        Ok(ending) => return Check::Wrong(other_end(wanted.end, ending)),
        Err(stop) => stop,
    };
    if let Stop::OutOfFuel = *stop {
        let limit = format!("{SLACK} times the program's steps");
        return Check::Wrong(Symptom::Limit { limit });
    }
    let (function, span) = step(&machine, &emitted.program);
    let function = emitted.program.functions[function.index()].name.clone();
    let step = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let variable = format!("`{}`", step.trim_end_matches(';'));
    if is_only_less_defined(&stop, &machine, &emitted.program) {
        let why = format!("{function}: {variable}: {stop}");
        return Check::CannotTell(format!("the compiler's MIR is only less defined: {why}"));
    }
    let (wanted, found) = ("a defined step".to_owned(), Some(stop.to_string()));
    let difference = Difference { function, variable, wanted, found };
    Check::Wrong(Symptom::Output { difference })
}

/// Whether only rules of aliasing, or what the language leaves open, are in the way.
fn is_only_less_defined(stop: &Stop, machine: &Machine, program: &Program) -> bool {
    match stop {
        Stop::Unspecified(_) => true,
        Stop::Undefined(Undefined::Borrow { .. }) => !shares_a_place(machine, program),
        Stop::Undefined(_) | Stop::OutOfFuel => false,
    }
}

/// Whether the machine stands at a call that moves a place into its result or into another of
/// its arguments. That is told as a conflict of borrows, but no reference is needed for it, and
/// code generators make both one piece of memory.
fn shares_a_place(machine: &Machine, program: &Program) -> bool {
    let Some(block) = block(machine, program) else { return false };
    let TerminatorKind::Call { destination, args, .. } = &block.1.terminator.kind else {
        return false;
    };
    // Behind a pointer is other memory than the pointer's.
    let own = |place: &Place| (!place.is_indirect()).then_some(place.local);
    let local = |operand: &Operand| match operand {
        Operand::Copy(place) | Operand::Move(place) => own(place),
        Operand::Const(_) => None,
    };
    args.iter().enumerate().any(|(k, arg)| {
        let moved = if let Operand::Move(place) = arg { own(place) } else { None };
        let mut others = args.iter().enumerate().filter(|(other, _)| *other != k);
        let is_shared = own(destination) == moved || others.any(|(_, it)| local(it) == moved);
        moved.is_some() && is_shared
    })
}

/// The block that the machine is in; while arguments are passed, the caller's.
fn block<'p>(machine: &Machine, program: &'p Program) -> Option<(FnId, &'p Block)> {
    let at = machine.location(program)?;
    let (function, block) = match at.entering {
        Some(_) => machine.caller(program)?,
        None => (at.function, at.block),
    };
    Some((function, &program.functions[function.index()].blocks[block.index()]))
}

/// The step that the machine is at: of a callee that is being entered, the call.
fn step(machine: &Machine, program: &Program) -> (FnId, Span) {
    let Some(at) = machine.location(program) else { return Default::default() };
    match (at.entering, block(machine, program)) {
        (Some(_), Some((function, block))) => (function, block.terminator.span),
        _ => (at.function, at.span),
    }
}

/// The first observation that differs; what has not been shown yet counts only at the end.
fn parted(program: &Program, wanted: &str, shown: &str, ended: bool) -> Option<Difference> {
    if !ended && wanted.starts_with(shown) {
        return None;
    }
    difference::first(program, wanted, shown)
}

fn is_end(ending: Ending, wanted: End) -> bool {
    match (ending, wanted) {
        (Ending::Finished, End::Status(status)) => status == 0,
        (Ending::Panicked, End::Status(status)) => status == crate::wing::PANIC,
        (Ending::Aborted, End::Abort) => true,
        _ => false,
    }
}

fn other_end(wanted: End, found: Ending) -> Symptom {
    let end = |text: &str| text.to_owned();
    let difference = Difference {
        function: end("main"),
        variable: end("the way it ended"),
        wanted: match wanted {
            End::Status(0) => end("it returns"),
            End::Status(_) => end("it panics"),
            End::Abort => end("it aborts"),
        },
        found: Some(match found {
            Ending::Finished => end("it returns"),
            Ending::Panicked => end("it panics"),
            Ending::Aborted => end("it aborts"),
        }),
    };
    Symptom::Output { difference }
}
