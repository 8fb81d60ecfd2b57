//! Functions by what they take and give, so that two that go together are found at once. Types
//! are compared as text across modules; whether a pair really fits is decided where they meet.

use std::collections::BTreeMap;

use spektr_entropy::Entropy;

use super::place::{Ground, Uses, uses};
use crate::print;
use crate::syntax::{GlobalId, Module, Ty, Type};

/// What is known of the functions of a corpus.
#[derive(Default)]
pub struct Index {
    types: BTreeMap<String, u32>,
    entries: Vec<Entry>,
    /// Entries by what their function returns.
    by_result: BTreeMap<u32, Vec<u32>>,
    takers: Vec<u32>,
    callees: Vec<u32>,
}

/// One module: its first function that is seen from outside.
#[derive(Clone, Default)]
struct Entry {
    uses: Uses,
    result: u32,
    /// All sorted, without repetitions.
    params: Vec<u32>,
    wants: Vec<u32>,
    supplies: Vec<u32>,
}

/// Which two go together, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub receiver: usize,
    pub giver: usize,
}

/// Receivers that are tried, and givers for each.
const RECEIVERS: usize = 8;
const GIVERS: usize = 24;

impl Index {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// A module joins, under the next number.
    pub fn add(&mut self, module: &Module) {
        let number = self.entries.len() as u32;
        let entry = main_function(module).map(|id| self.entry(module, id)).unwrap_or_default();
        if entry.uses.gives {
            self.by_result.entry(entry.result).or_default().push(number);
        }
        if entry.uses.takes {
            self.takers.push(number);
        }
        if entry.uses.is_called {
            self.callees.push(number);
        }
        self.entries.push(entry);
    }

    fn entry(&mut self, module: &Module, id: GlobalId) -> Entry {
        let Some(body) = module.global(id).function().and_then(|it| it.body.as_ref()) else {
            return Entry::default();
        };
        let Some((result, params, _)) = module.signature(module.global(id).ty) else {
            return Entry::default();
        };
        let ground = Ground::new(module, body);
        let mut wants: Vec<Ty> = Vec::new();
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            let operands = instruction.op.operands();
            let numbers = ground.replaceable(&instruction.op).into_iter();
            wants.extend(numbers.map(|it| module.operand_ty(body, operands[it])));
        }
        let supplies = body.values.iter().map(|value| value.ty).collect();
        Entry {
            uses: uses(module, id),
            result: self.number(module, result),
            params: self.numbers(module, params.to_vec()),
            wants: self.numbers(module, wants),
            supplies: self.numbers(module, supplies),
        }
    }

    fn numbers(&mut self, module: &Module, mut types: Vec<Ty>) -> Vec<u32> {
        types.sort();
        types.dedup();
        let mut numbers: Vec<u32> = types.into_iter().map(|ty| self.number(module, ty)).collect();
        numbers.sort();
        numbers.dedup();
        numbers
    }

    fn number(&mut self, module: &Module, ty: Ty) -> u32 {
        let text = match module.types[ty] {
            Type::Void => String::new(),
            _ => print::type_text(module, ty),
        };
        let next = self.types.len() as u32;
        *self.types.entry(text).or_insert(next)
    }

    /// A receiver and a giver whose result is wanted and whose parameters can be supplied.
    pub fn inlining(&self, entropy: &mut Entropy) -> Option<Pair> {
        (0..RECEIVERS).find_map(|_| {
            let receiver = *entropy.pick(&self.takers)?;
            let entry = &self.entries[receiver as usize];
            let mut wants = entry.wants.clone();
            // What returns nothing fits everywhere.
            wants.extend(self.types.get(""));
            entropy.shuffle(&mut wants);
            let giver = wants.iter().find_map(|want| {
                let givers = self.by_result.get(want)?;
                (0..GIVERS).find_map(|_| {
                    let giver = *entropy.pick(givers)?;
                    let needs = &self.entries[giver as usize].params;
                    let supplied = needs.iter().all(|it| entry.supplies.binary_search(it).is_ok());
                    supplied.then_some(giver)
                })
            })?;
            Some(Pair { receiver: receiver as usize, giver: giver as usize })
        })
    }

    /// Any two that can be called.
    pub fn sequence(&self, entropy: &mut Entropy) -> Option<Pair> {
        let receiver = *entropy.pick(&self.callees)? as usize;
        let giver = *entropy.pick(&self.callees)? as usize;
        Some(Pair { receiver, giver })
    }
}

/// The function that a piece is about: the first that others see.
pub fn main_function(module: &Module) -> Option<GlobalId> {
    use crate::syntax::Linkage;
    let seen = |(_, global, _): &(GlobalId, &crate::syntax::Global, &crate::syntax::Body)| {
        global.linkage == Linkage::External
    };
    let mut defined = module.defined();
    let first = defined.next();
    first.filter(seen).or_else(|| defined.find(seen)).or(first).map(|(id, _, _)| id)
}
