//! LangRef, Well-Formedness: a definition comes before every use, on every way to it.

use super::{Checked, Checker};
use crate::syntax::{BlockId, Op, Operand, ValueId};

/// Where a register is defined.
#[derive(Clone, Copy)]
enum Definition {
    Missing,
    Parameter,
    At { block: BlockId, index: u32 },
}

impl Checker<'_> {
    pub fn check_dominance(&self) -> Checked {
        let places = self.definitions()?;
        for (at, block) in self.body.blocks.iter().enumerate() {
            let here = BlockId::new(at);
            for (index, instruction) in block.instructions.iter().enumerate() {
                let index = index as u32;
                let bad = |value: ValueId| {
                    let message =
                        format!("`{}` is used where it may not be defined", self.words(value));
                    self.fault(instruction, message)
                };
                if let Op::Phi { incoming, .. } = &instruction.op {
                    for (operand, from) in incoming {
                        let Operand::Local(value) = operand else { continue };
                        if !self.reaches_end(places[value.index()], *from, here) {
                            return bad(*value);
                        }
                    }
                    continue;
                }
                let locals = instruction.op.operands().into_iter().filter_map(|it| match it {
                    Operand::Local(value) => Some(value),
                    Operand::Const(_) => None,
                });
                for value in locals {
                    if !self.reaches(places[value.index()], here, index) {
                        return bad(value);
                    }
                }
            }
        }
        Ok(())
    }

    /// Each register is defined once, with the type that its instruction yields.
    fn definitions(&self) -> Result<Vec<Definition>, (String, spektr_text::Span)> {
        let mut places = vec![Definition::Missing; self.body.values.len()];
        for param in self.body.param_values() {
            places[param.index()] = Definition::Parameter;
        }
        for (at, block) in self.body.blocks.iter().enumerate() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                let Some(result) = instruction.result else { continue };
                match places.get_mut(result.index()) {
                    Some(place @ Definition::Missing) => {
                        *place = Definition::At { block: BlockId::new(at), index: index as u32 };
                    }
                    _ => {
                        let message = format!("`{}` is defined twice", self.words(result));
                        return Err((message, instruction.span));
                    }
                }
            }
        }
        Ok(places)
    }

    fn words(&self, value: ValueId) -> String {
        match self.body.values.get(value.index()).and_then(|value| value.name.as_ref()) {
            Some(name) => format!("%{name}"),
            None => "a register without name".into(),
        }
    }

    fn reaches(&self, place: Definition, block: BlockId, index: u32) -> bool {
        match place {
            Definition::Missing => false,
            Definition::Parameter => true,
            Definition::At { block: defined, index: at } if defined == block => {
                at < index || !self.flow.is_reachable(block)
            }
            Definition::At { block: defined, index } => self.covers(defined, index, block),
        }
    }

    /// Whether a value is there at the end of `from`, on the way to `to`.
    fn reaches_end(&self, place: Definition, from: BlockId, to: BlockId) -> bool {
        match place {
            Definition::Missing => false,
            Definition::Parameter => true,
            Definition::At { block, index } if block == from => {
                match self.normal_edge(block, index) {
                    Some(normal) => normal == to || !self.flow.is_reachable(from),
                    None => true,
                }
            }
            Definition::At { block, index } => self.covers(block, index, from),
        }
    }

    /// Whether what is defined in `upper` is there in all of `lower`, another block.
    fn covers(&self, upper: BlockId, index: u32, lower: BlockId) -> bool {
        let Some(normal) = self.normal_edge(upper, index) else {
            return self.flow.dominates(upper, lower);
        };
        // The edge must dominate: nothing else leads to its end, except from below it.
        let from_elsewhere = self.flow.predecessors[normal.index()].iter();
        let mut others = from_elsewhere.filter(|&&from| from != upper);
        !self.flow.is_reachable(lower)
            || self.flow.dominates(normal, lower)
                && others.all(|&from| self.flow.dominates(normal, from))
    }

    /// Where the result of a terminator exists: behind its normal edge.
    fn normal_edge(&self, block: BlockId, index: u32) -> Option<BlockId> {
        let instructions = &self.body.block(block).instructions;
        match &instructions.get(index as usize)?.op {
            Op::Invoke { normal, .. } => Some(*normal),
            _ => None,
        }
    }
}
