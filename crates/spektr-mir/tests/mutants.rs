//! Programs that nobody would write: statements moved, doubled and dropped, places and
//! constants exchanged for others of their type. Whatever is well-formed comes to a
//! verdict, and the machine is never surprised.

use spektr_mir::machine::{Machine, Stop, Switches, explain};
use spektr_mir::parse::parse;
use spektr_mir::syntax::*;
use spektr_mir::typing::{operand_ty, place_ty};
use spektr_mir::{print, wellformed};
use spektr_text::Sources;

const SEEDS: [&str; 6] = [
    include_str!("data/mutants/mixed.rs"),
    include_str!("data/programs/control.rs"),
    include_str!("data/programs/types.rs"),
    include_str!("data/programs/unwind.rs"),
    include_str!("data/programs/newer.rs"),
    include_str!("data/programs/intrinsics.rs"),
];

const MUTANTS: usize = 5_000;

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.roll(items.len()))
    }
}

fn operands_of(rvalue: &mut Rvalue) -> Vec<&mut Operand> {
    match rvalue {
        Rvalue::Use(a) | Rvalue::Repeat(a, _) | Rvalue::Unary(_, a) | Rvalue::Cast(_, a, _) => {
            vec![a]
        }
        Rvalue::Binary(_, a, b) | Rvalue::Checked(_, a, b) => vec![a, b],
        Rvalue::Aggregate(_, operands) => operands.iter_mut().collect(),
        Rvalue::Ref(..) | Rvalue::RawRef(..) | Rvalue::Discriminant(_) | Rvalue::Len(_) => vec![],
    }
}

fn place_of(rvalue: &mut Rvalue) -> Option<&mut Place> {
    match rvalue {
        Rvalue::Ref(_, place)
        | Rvalue::RawRef(_, place)
        | Rvalue::Discriminant(place)
        | Rvalue::Len(place) => Some(place),
        _ => None,
    }
}

/// Every place that a function names.
fn places(function: &Function) -> Vec<Place> {
    let mut found: Vec<Place> =
        (0..function.locals.len()).map(|i| Place::local(Local(i as u32))).collect();
    for statement in function.blocks.iter().flat_map(|block| &block.statements) {
        if let StatementKind::Assign(place, rvalue) = &statement.kind {
            found.push(place.clone());
            let mut rvalue = rvalue.clone();
            found.extend(place_of(&mut rvalue).cloned());
            for operand in operands_of(&mut rvalue) {
                if let Operand::Copy(place) | Operand::Move(place) = operand {
                    found.push(place.clone());
                }
            }
        }
    }
    found
}

fn other_place(dice: &mut Dice, types: &Types, function: &Function, old: &Place) -> Place {
    let ty = place_ty(types, function, old).ok();
    let fitting: Vec<Place> = places(function)
        .into_iter()
        .filter(|place| place_ty(types, function, place).ok() == ty)
        .collect();
    dice.pick(&fitting).unwrap_or(old).clone()
}

fn mutate(program: &mut Program, dice: &mut Dice) {
    let before = program.clone();
    let index = dice.roll(program.functions.len());
    let old = &before.functions[index];
    let function = &mut program.functions[index];
    let local = Local(1 + dice.roll(old.locals.len().max(2) - 1) as u32);
    let block = dice.roll(function.blocks.len());
    let target = BlockId(dice.roll(function.blocks.len()) as u32);
    let statements = &mut function.blocks[block].statements;
    let at = dice.roll(statements.len());
    let kind = match dice.roll(12) {
        0 => StatementKind::StorageDead(local),
        1 => StatementKind::StorageLive(local),
        2 if !statements.is_empty() => {
            let statement = statements.remove(at);
            statement.kind
        }
        3 if !statements.is_empty() => statements[at].kind.clone(),
        4 => {
            if let TerminatorKind::Call { target: next, .. } | TerminatorKind::Goto(next) =
                &mut function.blocks[block].terminator.kind
            {
                *next = target;
            }
            return;
        }
        5 | 6 => return mutate_call(&before, function, old, block, dice),
        _ => return mutate_assignment(&before, statements, old, at, dice),
    };
    let other = dice.roll(function.blocks.len());
    let statements = &mut function.blocks[other].statements;
    let at = dice.roll(statements.len() + 1);
    statements.insert(at, Statement { kind, span: Span::default() });
}

fn mutate_call(
    program: &Program,
    function: &mut Function,
    old: &Function,
    block: usize,
    dice: &mut Dice,
) {
    let TerminatorKind::Call { destination, args, .. } =
        &mut function.blocks[block].terminator.kind
    else {
        return;
    };
    if dice.roll(2) == 0 {
        *destination = other_place(dice, &program.types, old, destination);
    } else if !args.is_empty() {
        let arg = dice.roll(args.len());
        mutate_operand(program, &mut args[arg], old, dice);
    }
}

fn mutate_operand(program: &Program, operand: &mut Operand, old: &Function, dice: &mut Dice) {
    let Ok(ty) = operand_ty(program, old, operand) else { return };
    *operand = match (&*operand, dice.roll(4)) {
        (_, 0) if matches!(program.types.kind(ty), TyKind::Int(_)) => {
            let bits = [0, 1, 2, 127][dice.roll(4)];
            Operand::Const(Const::Scalar { bits, ty })
        }
        (Operand::Copy(place), 1) => Operand::Move(place.clone()),
        (Operand::Move(place), 1) => Operand::Copy(place.clone()),
        (Operand::Copy(place), _) => Operand::Copy(other_place(dice, &program.types, old, place)),
        (Operand::Move(place), _) => Operand::Move(other_place(dice, &program.types, old, place)),
        (constant, _) => constant.clone(),
    };
}

fn mutate_assignment(
    program: &Program,
    statements: &mut [Statement],
    old: &Function,
    at: usize,
    dice: &mut Dice,
) {
    let Some(statement) = statements.get_mut(at) else { return };
    let StatementKind::Assign(place, rvalue) = &mut statement.kind else { return };
    if dice.roll(3) == 0 {
        *place = other_place(dice, &program.types, old, place);
        return;
    }
    if let Some(place) = place_of(rvalue) {
        *place = other_place(dice, &program.types, old, place);
        return;
    }
    let mut operands = operands_of(rvalue);
    let which = dice.roll(operands.len());
    if let Some(operand) = operands.get_mut(which) {
        mutate_operand(program, operand, old, dice);
    }
}

#[test]
fn whatever_is_well_formed_comes_to_a_verdict() {
    let seeds: Vec<Program> = SEEDS
        .iter()
        .map(|source| parse(source).unwrap_or_else(|c| panic!("{}", c.rendered)))
        .collect();
    let mut dice = Dice(0x5eed);
    let (mut finished, mut stopped) = (0, 0);
    for number in 0..MUTANTS {
        let mut program = seeds[if number % 2 == 0 { 0 } else { number % seeds.len() }].clone();
        for _ in 0..1 + dice.roll(6) {
            mutate(&mut program, &mut dice);
        }
        if wellformed::check(&program).is_err() {
            continue;
        }
        let switches = if number % 3 == 0 { Switches::STRICT } else { Switches::default() };
        let machine = Machine::new(&program).expect("the seeds' types have layouts");
        let mut machine = machine.with_switches(switches);
        match machine.start(&program).and_then(|()| machine.run(&program, 5_000)) {
            Ok(_) => finished += 1,
            Err(stop) => {
                stopped += usize::from(*stop != Stop::OutOfFuel);
                let diagnostic = explain(&program, 5_000, switches).expect("it stops again");
                assert_eq!(diagnostic.rule, stop.rule());
                let sources = Sources::one("mutant.rs", print::pretty(&program));
                assert!(diagnostic.render(&sources).contains(diagnostic.rule));
            }
        }
    }
    assert!(finished > MUTANTS / 8, "only {finished} finished");
    assert!(stopped > MUTANTS / 8, "only {stopped} stopped");
}
