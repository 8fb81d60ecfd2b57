//! Attributes and flags that were not there and that hold: one is added, and the function that says
//! so must refine the one that did not, as far as a few runs can show. So optimizers get more to
//! go by, and what they make of it still has inputs on which it means something.

use spektr_entropy::Entropy;

use super::mutate;
use crate::refine::{Effort, Verdict, refine_one};
use crate::syntax::{
    Access, Attribute, Flag, GlobalId, MemoryEffects, MemoryLocation, Module, Op, Type,
};

/// Additions that are tried before it is given up.
const TRIES: u32 = 4;

/// Lets a function say something more that holds.
pub fn shown(module: &mut Module, id: GlobalId, entropy: &mut Entropy) -> Option<()> {
    let name = module.global(id).name.as_ref()?.text().into_owned();
    let effort = Effort { inputs: 24, steps: 100_000, ..Effort::default() };
    for _ in 0..TRIES {
        let mut changed = module.clone();
        let added = match entropy.below(4) {
            0 => mutate::promise(&mut changed, id, entropy),
            1 => result(&mut changed, id, entropy),
            2 => function(&mut changed, id, entropy),
            _ => flag(&mut changed, id, entropy),
        };
        let holds = |verdict: Verdict| matches!(verdict, Verdict::Refines { inputs: 1.., .. });
        if added.is_some() && refine_one(module, &changed, &name, &effort).is_some_and(holds) {
            *module = changed;
            return Some(());
        }
    }
    None
}

fn result(module: &mut Module, id: GlobalId, entropy: &mut Entropy) -> Option<()> {
    let (result, _, _) = module.signature(module.global(id).ty)?;
    let fitting = match module.types[result] {
        Type::Pointer { .. } => &[Flag::NoUndef, Flag::NonNull, Flag::NoAlias][..],
        Type::Int(_) | Type::Float(_) | Type::Vector { .. } => &[Flag::NoUndef][..],
        _ => return None,
    };
    let new = Attribute::Flag(*entropy.pick(fitting)?);
    add(&mut module.globals[id.index()].function_mut()?.result_attributes, new)
}

/// What a function may say of itself.
const FLAGS: [Flag; 6] = [
    Flag::NoUnwind,
    Flag::WillReturn,
    Flag::MustProgress,
    Flag::NoFree,
    Flag::NoRecurse,
    Flag::NoSync,
];

fn function(module: &mut Module, id: GlobalId, entropy: &mut Entropy) -> Option<()> {
    let memory = [Access::None, Access::Read, Access::Write].map(MemoryEffects::all);
    let mut arguments = MemoryEffects::all(Access::None);
    arguments.set(MemoryLocation::Argument, Access::ReadWrite);
    let effects = [memory[0], memory[1], memory[2], arguments];
    let new = match entropy.coin() {
        true => Attribute::Flag(*entropy.pick(&FLAGS)?),
        false => Attribute::Memory(*entropy.pick(&effects)?),
    };
    let declared = &module.global(id).function()?.attributes;
    let told = |it: &Attribute| matches!((it, &new), (Attribute::Memory(_), Attribute::Memory(_)));
    if module.attributes(declared).any(|it| told(it) || *it == new) {
        return None;
    }
    add(&mut module.globals[id.index()].function_mut()?.attributes.own, new)
}

fn add(attributes: &mut Vec<Attribute>, new: Attribute) -> Option<()> {
    if attributes.contains(&new) {
        return None;
    }
    attributes.push(new);
    Some(())
}

/// A flag more on an instruction, or one less, which always holds.
fn flag(module: &mut Module, id: GlobalId, entropy: &mut Entropy) -> Option<()> {
    let body = module.globals[id.index()].function_mut()?.body.as_mut()?;
    let flagged =
        |op: &Op| matches!(op, Op::Binary { .. } | Op::Cast { .. } | Op::ICmp { .. } | Op::Gep(_));
    let all = body.blocks.iter_mut().flat_map(|block| &mut block.instructions);
    let mut all: Vec<_> = all.filter(|it| flagged(&it.op)).collect();
    let at = entropy.index(all.len().max(1));
    mutate::flag(&mut all.get_mut(at)?.op, false, entropy)
}
