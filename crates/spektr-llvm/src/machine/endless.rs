//! Loops that never end: a jump back that finds registers and memory just as an earlier one
//! left them will be made for ever. LangRef, "Function Attributes": `mustprogress` and
//! `willreturn` make that undefined; without them it is what the program does.

use spektr_entropy::Entropy;

use super::choice::Side;
use super::loops;
use super::run::Machine;
use super::stop::{Step, Stop, Undefined};
use super::value::Value;
use crate::syntax::{BlockId, Flag};

/// Jumps back before states are compared: most loops are over by then.
const PATIENCE: u64 = 16;

/// Jumps back of a run, and the state that one of them left.
#[derive(Default)]
pub struct Rounds {
    jumps: u64,
    kept: Option<Box<Kept>>,
}

/// All that a run goes on from.
#[derive(PartialEq)]
struct Kept {
    frame: u32,
    block: BlockId,
    changes: u64,
    events: usize,
    forks: usize,
    choices: Option<Entropy>,
    values: Vec<Value>,
}

impl Machine<'_, '_> {
    /// A jump back was made: stops if the run has been here before. The state that is kept is
    /// replaced after twice as many jumps each time, so that rounds of any length are found.
    pub fn jumped_back(&mut self) -> Step<()> {
        self.rounds.jumps += 1;
        let jumps = self.rounds.jumps;
        if jumps < PATIENCE {
            return Ok(());
        }
        if self.rounds.kept.as_ref().is_some_and(|kept| self.is_as(kept)) {
            return Err(self.never_ends());
        }
        if jumps.is_power_of_two() {
            self.rounds.kept = Some(Box::new(Kept {
                frame: self.frame.number,
                block: self.frame.block,
                changes: self.memory.changes,
                events: self.world.events.len(),
                forks: self.forks.met(),
                choices: self.choices().cloned(),
                values: self.frame.values.clone(),
            }));
        }
        Ok(())
    }

    fn choices(&self) -> Option<&Entropy> {
        match &self.side {
            Side::Chosen(chooser) => Some(&chooser.entropy),
            Side::Free => None,
        }
    }

    fn is_as(&self, kept: &Kept) -> bool {
        kept.frame == self.frame.number
            && kept.block == self.frame.block
            && kept.changes == self.memory.changes
            && kept.events == self.world.events.len()
            && kept.forks == self.forks.met()
            && kept.choices.as_ref() == self.choices()
            && kept.values == self.frame.values
    }

    fn never_ends(&self) -> Box<Stop> {
        let module = self.code.module;
        let must_end = |flag| {
            let mut frames = self.callers.iter().chain([&self.frame]);
            frames.any(|frame| {
                let called =
                    frame.origin.is_some_and(|site| module.has_flag(&site.call.attributes, flag));
                called || module.has_flag(&frame.declared.attributes, flag)
            })
        };
        // Which loops a jump belongs to is not looked for: before, any loop of the function that
        // must make progress allows everything; after, only the jump itself is certain.
        let latch = &self.frame.body.blocks[self.frame.previous.index()];
        let by_loop = match self.side.is_free() {
            true => loops::must_progress(module, &self.frame.body.blocks),
            false => loops::must_progress(module, std::slice::from_ref(latch)),
        };
        if must_end(Flag::MustProgress) || by_loop {
            return Undefined::NoProgress.into();
        }
        if must_end(Flag::WillReturn) {
            return Undefined::WillreturnEndless.into();
        }
        Box::new(Stop::Endless)
    }
}
