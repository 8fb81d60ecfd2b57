//! Crossovers: new modules out of the functions of others. The body of one function is put into
//! another (`inline`), or only one of its blocks (`splice`), or a new function calls two
//! (`sequence`); then small things are changed (`mutate`, `shown`). What goes together is found by `index`; what is drawn is a `policy`.
//!
//! Data in, data out. A crossover holds together as far as [`wellformed`] can tell; what it
//! means is the machine's business, and undefined behaviour is allowed.

mod constant;
pub(crate) mod door;
mod graft;
mod index;
mod inline;
pub mod mutate;
mod piece;
mod place;
mod plan;
mod policy;
mod sequence;
mod shown;
mod splice;
mod stock;

pub use index::{Index, Pair};
pub use piece::{piece, pieces};
pub use plan::{Kind, Plan};
pub use policy::Policy;
pub use sequence::Way;
pub use stock::{Stock, built_in, is_fit};

use spektr_entropy::Entropy;

use crate::syntax::{GlobalId, Linkage, Module, Name, Type};
use crate::wellformed;
use graft::Graft;
use index::main_function;
use inline::Giver;

/// A new module and how it came about.
#[derive(Clone, Debug)]
pub struct Crossed {
    pub module: Module,
    /// Whether the first two parents went together the way that was planned.
    pub fits: bool,
    /// What was done, step by step.
    pub kinds: Vec<Kind>,
    pub mutations: Vec<mutate::Kind>,
}

/// The target that modules without one are given.
const TARGET: &str = "x86_64-unknown-linux-gnu";
const LAYOUT: &str =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

/// Makes a module out of others, the first two above all; `None` if they do not go together at
/// all, not even one of them changed. Each is a piece: a function with what it needs.
///
/// ```
/// use spektr_llvm::crossover::{self, Kind, Plan, Policy};
/// use spektr_llvm::{parse, wellformed};
/// let read = |text| parse::module("f.ll", text).unwrap();
/// let one = read("define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n");
/// let two = read("define i32 @g(i32 %x) {\n  %z = mul i32 %x, 3\n  ret i32 %z\n}\n");
/// let plan = Plan { steps: vec![Kind::Inline], ..Plan::default() };
/// let crossed = crossover::cross(&[&one, &two], &plan, 1).unwrap();
/// assert!(crossed.fits && wellformed::check(&crossed.module).is_ok());
/// ```
pub fn cross(parents: &[&Module], plan: &Plan, seed: u64) -> Option<Crossed> {
    let mut entropy = Entropy::named(seed, "crossover");
    let first = *parents.first()?;
    let second = *parents.get(1).unwrap_or(&first);
    let mut crossed =
        Crossed { module: first.clone(), fits: false, kinds: Vec::new(), mutations: Vec::new() };
    let mut others = parents.iter().skip(2).copied();
    for (at, &kind) in plan.steps.iter().enumerate() {
        if at > 0 && size(&crossed.module) > plan.policy.size.most as usize {
            break;
        }
        let partners: Vec<&Module> =
            if at == 0 { vec![second] } else { others.by_ref().take(PARTNERS).collect() };
        let met = step(&crossed.module, &partners, kind, plan, &mut entropy);
        if at == 0 {
            crossed.fits = met.is_some();
        }
        // A pair that does not fit one way may fit another.
        let met = match (met, at, kind) {
            (None, 0, Kind::Inline | Kind::Splice) => {
                step(second, &[first], kind, plan, &mut entropy)
                    .or_else(|| step(first, &[second], Kind::Sequence, plan, &mut entropy))
            }
            (met, _, _) => met,
        };
        if let Some(module) = met {
            crossed.module = module;
            crossed.kinds.push(kind);
        }
    }
    if crossed.kinds.is_empty() {
        crossed.kinds.push(Kind::Alone);
    }
    mutations(&mut crossed, plan, &mut entropy);
    finish(&mut crossed.module, plan, &mut entropy);
    if wellformed::check(&crossed.module).is_err() {
        // Better a parent as it is than what no tool would take.
        let alone = Crossed {
            module: first.clone(),
            fits: false,
            kinds: vec![Kind::Alone],
            mutations: Vec::new(),
        };
        return wellformed::check(first).is_ok().then_some(alone);
    }
    Some(crossed)
}

/// Partners that are tried when a crossover is crossed again.
pub const PARTNERS: usize = 4;

/// Crosses a module with the first partner that fits.
fn step(
    module: &Module,
    partners: &[&Module],
    kind: Kind,
    plan: &Plan,
    entropy: &mut Entropy,
) -> Option<Module> {
    let id = chosen(module, entropy)?;
    match kind {
        Kind::Alone => Some(module.clone()),
        Kind::Itself => inlined(module, id, module, Some(id), entropy),
        Kind::Inline => {
            partners.iter().find_map(|partner| inlined(module, id, partner, None, entropy))
        }
        Kind::Splice => partners.iter().find_map(|partner| spliced(module, id, partner, entropy)),
        Kind::Sequence => {
            partners.iter().find_map(|partner| sequenced(module, id, partner, plan, entropy))
        }
    }
}

/// The function of a module that is crossed: what the module is about, or, after a sequence,
/// any of those that others see.
fn chosen(module: &Module, entropy: &mut Entropy) -> Option<GlobalId> {
    let last = module.find("sequence");
    match last {
        None => main_function(module),
        Some(_) => {
            let seen = module.defined().filter(|it| it.1.linkage == Linkage::External);
            let seen: Vec<GlobalId> = seen.map(|it| it.0).collect();
            entropy.pick(&seen).copied()
        }
    }
}

fn inlined(
    module: &Module,
    id: GlobalId,
    partner: &Module,
    own: Option<GlobalId>,
    entropy: &mut Entropy,
) -> Option<Module> {
    let other = own.or_else(|| main_function(partner))?;
    if !place::uses(module, id).takes || !place::uses(partner, other).gives {
        return None;
    }
    let global = partner.global(other);
    let function = global.function()?;
    let (result, _, _) = partner.signature(global.ty)?;
    let mut receiver = module.clone();
    let giver = match own {
        Some(_) => {
            Giver { body: function.body.clone()?, result, personality: function.personality }
        }
        None => {
            let mut graft = Graft::new(partner, &mut receiver);
            Giver {
                body: graft.body(function.body.as_ref()?),
                result: graft.ty(result),
                personality: function.personality.map(|it| graft.take_constant(it)),
            }
        }
    };
    inline::inline(&mut receiver, id, &giver, entropy)?;
    Some(receiver)
}

fn spliced(
    module: &Module,
    id: GlobalId,
    partner: &Module,
    entropy: &mut Entropy,
) -> Option<Module> {
    let other = main_function(partner)?;
    if !place::uses(module, id).takes || !place::uses(partner, other).gives {
        return None;
    }
    let mut receiver = module.clone();
    let body = partner.global(other).function()?.body.as_ref()?;
    let body = Graft::new(partner, &mut receiver).body(body);
    let giver = splice::block(&mut receiver, &body, entropy)?;
    inline::inline(&mut receiver, id, &giver, entropy)?;
    Some(receiver)
}

fn sequenced(
    module: &Module,
    id: GlobalId,
    partner: &Module,
    plan: &Plan,
    entropy: &mut Entropy,
) -> Option<Module> {
    let other = main_function(partner)?;
    if !place::uses(module, id).is_called || !place::uses(partner, other).is_called {
        return None;
    }
    let mut both = module.clone();
    let other = Graft::new(partner, &mut both).global(other);
    sequence::sequence(&mut both, id, other, plan.policy.chances.open, entropy)?;
    Some(both)
}

/// Changes small things; what no longer holds together is taken back.
fn mutations(crossed: &mut Crossed, plan: &Plan, entropy: &mut Entropy) {
    let policy = &plan.policy;
    let alone = crossed.kinds == [Kind::Alone];
    if !alone && !entropy.permille(policy.chances.mutated) {
        return;
    }
    let weights = policy.mutations.weights();
    for _ in 0..1 + entropy.count(policy.chances.more, MOST_MUTATIONS) {
        let Some(at) = entropy.weighted(&weights) else { return };
        let kind = mutate::Kind::ALL[at];
        let mut changed = crossed.module.clone();
        if mutate::mutate(&mut changed, kind, entropy).is_some()
            && wellformed::check(&changed).is_ok()
        {
            crossed.module = changed;
            crossed.mutations.push(kind);
        }
    }
}

const MOST_MUTATIONS: u32 = 8;

fn finish(module: &mut Module, plan: &Plan, entropy: &mut Entropy) {
    // The target has no vectors of unknown length: LLVM 19 and 22 break as soon as they ask for
    // their costs, whatever else a module says.
    let scalable =
        module.types.iter().any(|(_, it)| matches!(it, Type::Vector { scalable: true, .. }));
    if module.target_triple.is_none()
        && module.data_layout.is_none()
        && !scalable
        && entropy.permille(plan.policy.chances.target)
    {
        module.target_triple = Some(Name::from(TARGET));
        module.data_layout = Some(Name::from(LAYOUT));
    }
    piece::sort(module);
    module.compact();
}

/// Instructions of a module.
pub fn size(module: &Module) -> usize {
    let blocks = module.defined().flat_map(|(_, _, body)| &body.blocks);
    blocks.map(|block| block.instructions.len()).sum()
}
