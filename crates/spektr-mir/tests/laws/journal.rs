//! Going back: a run that takes every few steps twice, the first time in vain, comes to the
//! same end as one that does not.

use spektr_mir::machine::{Machine, Stop};
use spektr_mir::parse::parse;
use spektr_mir::syntax::Program;

use crate::laws_data::laws;

/// How a run ended, where, and what it showed.
type Run = (Result<(), String>, Option<(u32, u32)>, String);

fn result(machine: &Machine, program: &Program, end: Result<(), Stop>) -> Run {
    let location = machine.location(program).map(|at| (at.block.0, at.statement));
    (end.map_err(|stop| stop.rule().to_string()), location, machine.trace().to_string())
}

fn straight(program: &Program) -> Run {
    let mut machine = Machine::new(program).expect("laws use small types");
    let end = machine.start(program).and_then(|()| machine.run(program, 100_000));
    result(&machine, program, end.map(|_| ()).map_err(|stop| *stop))
}

/// Takes `stride` steps, goes back, takes them again, and so on; every third time inside
/// another checkpoint that is given up only much later.
fn with_detours(program: &Program, stride: u64) -> Run {
    let mut machine = Machine::new(program).expect("laws use small types");
    machine.start(program).expect("laws start well");
    let mut round = 0;
    loop {
        round += 1;
        let outer = (round % 3 == 0).then(|| machine.checkpoint());
        let detour = machine.checkpoint();
        let first = machine.run(program, stride * 2).map_err(|stop| *stop);
        let seen = (machine.trace().to_string(), machine.depth());
        machine.rollback(detour);
        if let Some(outer) = outer {
            let again = machine.checkpoint();
            assert_eq!(machine.run(program, stride * 2).map_err(|stop| *stop), first);
            assert_eq!((machine.trace().to_string(), machine.depth()), seen);
            machine.commit(again);
            machine.rollback(outer);
        }
        match machine.run(program, stride).map_err(|stop| *stop) {
            Err(Stop::OutOfFuel) => {}
            end => return result(&machine, program, end.map(|_| ())),
        }
    }
}

#[test]
fn detours_change_nothing() {
    for (number, law) in laws().iter().enumerate().step_by(7) {
        let program = parse(&law.source).unwrap_or_else(|c| panic!("law {}: {c}", law.id));
        let stride = 1 + number as u64 % 5;
        assert_eq!(with_detours(&program, stride), straight(&program), "law {}", law.id);
    }
}
