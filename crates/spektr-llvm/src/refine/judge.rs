//! One pair of functions: inputs are tried one by one. The side before is run free, on every
//! way that open branches may take; the side after with choices. What the side after shows
//! must be among what the side before allows.

use std::cell::Cell;
use std::collections::BTreeSet;

use spektr_entropy::Entropy;

use super::input::{Fit, Inputs, fitted};
use super::{Counterexample, Coverage, Effort, Verdict, mine, parting, render};
use crate::machine::{
    Chooser, Code, Conditions, Forks, Fresh, Given, Pointer, Relation, Shown, Side, Start, Stop,
    Temper, Undefined, Unspecified, Value, World, execute, visible,
};
use crate::syntax::GlobalId;

pub struct Pair<'a, 'm> {
    pub before: &'a Code<'m>,
    pub before_entry: GlobalId,
    pub after: &'a Code<'m>,
    pub after_entry: GlobalId,
    pub effort: &'a Effort,
    /// Numbers of both sides.
    pub mined: Vec<u128>,
    /// Steps of all runs so far.
    spent: Cell<u64>,
}

/// What a run costs beside its steps: laying out memory, and holding results together.
const RUN: u64 = 50;

/// So many times as many inputs are tried at most if few of them are defined.
const MORE: u64 = 3;

/// So often poison or undef for one parameter alone is tried if it is undefined behaviour.
const ENOUGH: u32 = 2;

/// How many times as long as before a run after may take: that is no fault.
const LONGER: u64 = 8;

/// What became of one input.
enum Tried {
    Allowed,
    /// The side before is undefined: everything is allowed.
    Undefined,
    Undecided(Stop),
    Broken(Box<Counterexample>),
}

impl<'a, 'm> Pair<'a, 'm> {
    /// Two functions, each with its module.
    pub fn new(
        (before, before_entry): (&'a Code<'m>, GlobalId),
        (after, after_entry): (&'a Code<'m>, GlobalId),
        effort: &'a Effort,
    ) -> Self {
        let mut mined = BTreeSet::new();
        mine::numbers(before, before_entry, &mut mined);
        mine::numbers(after, after_entry, &mut mined);
        let mined = mined.into_iter().collect();
        let spent = Cell::new(0);
        Pair { before, before_entry, after, after_entry, effort, mined, spent }
    }

    pub fn judge(&self) -> Verdict {
        let inputs = Inputs {
            code: self.before,
            entry: self.before_entry,
            mined: &self.mined,
            seed: self.effort.seed,
            undef: self.effort.undef_inputs,
            decisive: Cell::new(0),
        };
        let exhaustive = inputs.exhaustive(u64::from(self.effort.inputs)).unwrap_or(0);
        let mut covered = vec![false; self.before.edge_count as usize];
        let (mut decided, mut undefined, mut reason) = (0, 0, None);
        let mut failures = 0;
        let mut wasted = std::collections::BTreeMap::new();
        // Where most inputs are undefined before, more are tried.
        let wanted = u64::from(self.effort.inputs);
        for number in 0..wanted * MORE {
            if number >= wanted && u64::from(decided) >= wanted / MORE {
                break;
            }
            if self.is_exhausted() {
                reason = reason.or(Some(Stop::OutOfFuel));
                break;
            }
            match self.attempt(&inputs, number, exhaustive, &mut covered) {
                Tried::Allowed => decided += 1,
                Tried::Undefined => {
                    undefined += 1;
                    if let Some((at, _)) = inputs.single_open(number, exhaustive) {
                        let times: &mut u32 = wasted.entry(at).or_default();
                        *times += 1;
                        if *times >= ENOUGH {
                            inputs.mark_decisive(at);
                        }
                    }
                }
                Tried::Undecided(stop) => {
                    failures += 1;
                    reason = reason.or(Some(stop));
                    // What is not understood stays so.
                    if failures >= 12 && decided == 0 {
                        break;
                    }
                }
                Tried::Broken(example) => return Verdict::Broken(example),
            }
        }
        let coverage = self.coverage(&covered);
        match reason {
            _ if decided > 0 => Verdict::Refines { inputs: decided, undefined, coverage },
            Some(Stop::Unsupported(what)) => Verdict::NotUnderstood { what },
            Some(stop) => Verdict::Undecided { reason: stop.to_string() },
            None => Verdict::Refines { inputs: 0, undefined, coverage },
        }
    }

    /// Whether all steps that the effort allows are spent.
    fn is_exhausted(&self) -> bool {
        self.spent.get() >= self.effort.steps
    }

    /// Runs one of the sides; what it costs is written down.
    fn run<'c>(
        &self,
        (code, entry): (&'c Code<'m>, GlobalId),
        start: &Start,
        conditions: Conditions<'c>,
    ) -> Result<Shown<'m>, Box<Stop>> {
        let shown = execute(code, entry, start, conditions)?;
        self.spent.set(self.spent.get() + RUN + shown.steps);
        Ok(shown)
    }

    /// How much of the function before was reached.
    fn coverage(&self, covered: &[bool]) -> Coverage {
        let code = self.before;
        let function = code.module.global(self.before_entry).function();
        let blocks = function.and_then(|it| it.body.as_ref()).map_or(0, |body| body.blocks.len());
        let first = code.edges[self.before_entry.index()].first().copied().unwrap_or(0) as usize;
        let mut edges = 0;
        if let Some(body) = function.and_then(|it| it.body.as_ref()) {
            for block in &body.blocks {
                edges += block.terminator().map_or(0, |end| end.op.successors().len());
            }
        }
        let taken = covered[first..first + edges].iter().filter(|&&it| it).count();
        Coverage { blocks: blocks as u32, edges: edges as u32, taken: taken as u32 }
    }

    fn temper(&self, number: u64) -> Temper {
        Temper {
            seed: self.effort.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            writes: number % 2 == 1,
            throws: number % 4 == 3,
        }
    }

    fn attempt(
        &self,
        inputs: &Inputs<'_, '_>,
        number: u64,
        exhaustive: u64,
        covered: &mut [bool],
    ) -> Tried {
        let mut start = inputs.start(number, exhaustive);
        let temper = self.temper(number);
        if inputs.has_pointers() || !start.globals.is_empty() {
            let shown = match self.explore(&start, temper) {
                Ok(shown) => shown,
                Err(stop) => return Tried::Undecided(*stop),
            };
            match &shown.outcome {
                Err(stop) if matches!(**stop, Stop::Undefined(_)) => return Tried::Undefined,
                Err(stop) if is_open(stop) => return Tried::Undecided((**stop).clone()),
                _ => {}
            }
            let fit = Fit { tight: number % 2 == 1, roomy: number % 4 == 2, seed: temper.seed };
            start = fitted(&start, &shown, inputs, fit);
        }
        let allowed = match self.before(&start, temper, covered) {
            Ok(allowed) => allowed,
            Err(tried) => return tried,
        };
        self.after(&start, temper, number, &allowed)
    }

    /// A free run on roomy objects that finds out what is accessed.
    fn explore(&self, start: &Start, temper: Temper) -> Result<Shown<'m>, Box<Stop>> {
        let mut world = World::new(temper);
        world.fresh = Some(Fresh::default());
        self.run(
            (self.before, self.before_entry),
            start,
            Conditions {
                side: Side::Free,
                world,
                fuel: self.effort.fuel,
                forks: Forks::new(self.effort.forks),
                cover: false,
                record: false,
            },
        )
    }

    /// Everything that the side before may show.
    fn before(
        &self,
        start: &Start,
        temper: Temper,
        covered: &mut [bool],
    ) -> Result<Vec<Shown<'m>>, Tried> {
        let mut allowed = Vec::new();
        let mut forks = Some(Forks::new(self.effort.forks));
        while let Some(ways) = forks {
            if self.is_exhausted() {
                return Err(Tried::Undecided(Stop::OutOfFuel));
            }
            let shown = self.run(
                (self.before, self.before_entry),
                start,
                Conditions {
                    side: Side::Free,
                    world: World::new(temper),
                    fuel: self.effort.fuel,
                    forks: ways,
                    cover: true,
                    record: false,
                },
            );
            let mut shown = shown.map_err(|stop| Tried::Undecided(*stop))?;
            covered.iter_mut().zip(&shown.covered).for_each(|(all, &it)| *all |= it);
            if let Err(stop) = &shown.outcome {
                if matches!(**stop, Stop::Undefined(_)) {
                    return Err(Tried::Undefined);
                }
                if is_open(stop) {
                    return Err(Tried::Undecided((**stop).clone()));
                }
            }
            forks = std::mem::take(&mut shown.forks).advance();
            allowed.push(shown);
            if allowed.len() > self.effort.ways {
                return Err(Tried::Undecided(Stop::OutOfFuel));
            }
        }
        Ok(allowed)
    }

    fn after(&self, start: &Start, temper: Temper, number: u64, allowed: &[Shown<'m>]) -> Tried {
        // An undef argument is a choice at each of its uses.
        let tries = match start.arguments.iter().any(has_undef) {
            true => self.effort.tries * 8,
            false => self.effort.tries,
        };
        for attempt in 0..tries {
            if attempt > 0 && self.is_exhausted() {
                break;
            }
            let seed = self.effort.seed ^ number << 8 ^ u64::from(attempt);
            let mut words = Vec::new();
            let mut chose = true;
            for possible in allowed {
                match self.against(start, temper, seed, possible, &mut chose) {
                    Held::Allowed => {
                        words.clear();
                        break;
                    }
                    Held::Undecided(stop) => return Tried::Undecided(*stop),
                    Held::Refused(difference) => words.push(difference),
                }
            }
            if let Some(difference) = words.pop() {
                let parting = self.parting(start, temper, seed);
                let example = render::counterexample(self, start, &allowed[0], difference, parting);
                return Tried::Broken(Box::new(example));
            }
            if !chose {
                break;
            }
        }
        Tried::Allowed
    }

    /// Runs both sides once more, recorded, to find the step at which they part.
    fn parting(&self, start: &Start, temper: Temper, seed: u64) -> String {
        let before = execute(
            self.before,
            self.before_entry,
            start,
            Conditions {
                side: Side::Free,
                world: World::new(temper),
                fuel: self.effort.fuel,
                forks: Forks::new(self.effort.forks),
                cover: false,
                record: true,
            },
        );
        let Ok(before) = before else { return String::new() };
        let mut world = World::new(temper);
        world.reference = Some(before.reference());
        let after = execute(
            self.after,
            self.after_entry,
            start,
            Conditions {
                side: self.choosing(seed),
                world,
                fuel: self.effort.fuel * LONGER,
                forks: Forks::new(0),
                cover: false,
                record: true,
            },
        );
        let Ok(after) = after else { return String::new() };
        parting::first_step((self.before.module, &before), (self.after.module, &after))
    }

    fn choosing(&self, seed: u64) -> Side {
        let entropy = Entropy::named(seed, "choices");
        Side::Chosen(Chooser { entropy, mined: self.mined.clone() })
    }

    /// Runs the side after and holds it against one thing that the side before may show.
    fn against(
        &self,
        start: &Start,
        temper: Temper,
        seed: u64,
        possible: &Shown<'m>,
        chose: &mut bool,
    ) -> Held {
        let mut world = World::new(temper);
        world.reference = Some(possible.reference());
        let untouched = Entropy::named(seed, "choices");
        let shown = self.run(
            (self.after, self.after_entry),
            start,
            Conditions {
                side: self.choosing(seed),
                world,
                fuel: self.effort.fuel * LONGER,
                forks: Forks::new(0),
                cover: false,
                record: false,
            },
        );
        let mut shown = match shown {
            Ok(shown) => shown,
            Err(stop) => return Held::Undecided(stop),
        };
        *chose = shown.entropy.as_ref() != Some(&untouched);
        match (&possible.outcome, &shown.outcome) {
            (_, Err(stop)) if is_open(stop) => Held::Undecided(stop.clone()),
            (_, Err(stop)) if is_whole_word(stop, possible) => {
                Held::Undecided(Unspecified::WholeWord.into())
            }
            (_, Err(stop)) if matches!(**stop, Stop::Undefined(_)) => {
                Held::Refused(format!("undefined behaviour: {stop}"))
            }
            (_, Err(stop)) if matches!(**stop, Stop::Parted(_)) => Held::Refused(stop.to_string()),
            (Ok(old), Ok(new)) => {
                if shown.events.len() < possible.events.len() {
                    return missing(possible, &shown);
                }
                let before = visible(&possible.memory, &roots(possible, old), false);
                let after = visible(&shown.memory, &roots(&shown, new), false);
                let mut pairs = std::mem::take(&mut shown.pairs);
                let mut relation = Relation {
                    before: &possible.memory,
                    after: &shown.memory,
                    pairs: &mut pairs,
                    pending: Vec::new(),
                    ended: true,
                };
                let value = match (old, new) {
                    (Some(old), Some(new)) => {
                        relation.value(old, new).map_err(|words| format!("the result: {words}"))
                    }
                    _ => Ok(()),
                };
                held(value.and_then(|()| relation.memories(&before, &after)))
            }
            (Err(old), Err(new)) => {
                if shown.events.len() < possible.events.len() {
                    return missing(possible, &shown);
                }
                if old != new {
                    return Held::Refused(format!("{new}, where before: {old}"));
                }
                let before = visible(&possible.memory, &[], false);
                let after = visible(&shown.memory, &[], false);
                let mut pairs = std::mem::take(&mut shown.pairs);
                let mut relation = Relation {
                    before: &possible.memory,
                    after: &shown.memory,
                    pairs: &mut pairs,
                    pending: Vec::new(),
                    ended: true,
                };
                // Who traps or ends the program leaves no memory behind.
                match **old {
                    Stop::Unwound => held(relation.memories(&before, &after)),
                    _ => Held::Allowed,
                }
            }
            (Ok(_), Err(new)) => {
                Held::Refused(format!("{new}, where before the function returned"))
            }
            (Err(old), Ok(_)) => {
                Held::Refused(format!("the function returned, where before: {old}"))
            }
        }
    }
}

fn has_undef(given: &Given) -> bool {
    match given {
        Given::Value(value) => value.has_undef_or_poison() && !value.has_poison(),
        Given::Pointer { .. } => false,
        Given::List(parts) => parts.iter().any(has_undef),
    }
}

enum Held {
    Allowed,
    Undecided(Box<Stop>),
    Refused(String),
}

fn held(related: Result<(), String>) -> Held {
    match related {
        Ok(()) => Held::Allowed,
        Err(words) => Held::Refused(words),
    }
}

/// What the caller can see at the end: the result, and all that it has passed.
fn roots(shown: &Shown<'_>, result: &Option<Value>) -> Vec<Value> {
    let passed = shown.objects.iter().map(|&id| {
        let address = shown.memory.object(id).address;
        Value::Pointer(Pointer { tag: shown.memory.own_tag(id), address })
    });
    passed.chain(result.clone()).collect()
}

fn missing(possible: &Shown<'_>, shown: &Shown<'_>) -> Held {
    let event = &possible.events[shown.events.len()];
    Held::Refused(format!("event {} is missing: {}", shown.events.len() + 1, event.name))
}

/// Targets without atomic accesses to a few bytes make them to the word around these. The
/// language forbids that, as it forbids every access outside of an object, but who writes for
/// such a target relies on it.
fn is_whole_word(stop: &Stop, before: &Shown<'_>) -> bool {
    let outside = matches!(stop, Stop::Undefined(Undefined::OutOfBounds | Undefined::Misaligned));
    outside && before.memory.objects().any(|(_, object)| object.atomic && object.size() < 8)
}

/// Stops after which nothing can be said.
fn is_open(stop: &Stop) -> bool {
    matches!(stop, Stop::Unspecified(_) | Stop::Unsupported(_) | Stop::OutOfFuel)
}
