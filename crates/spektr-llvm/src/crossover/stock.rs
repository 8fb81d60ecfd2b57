//! Functions to make modules of, with their index; and those that are built in.

use std::sync::OnceLock;

use spektr_entropy::Entropy;
use spektr_text::Complaint;

use super::{Crossed, Index, Kind, PARTNERS, Plan, Policy, cross, pieces};
use crate::print::Version;
use crate::syntax::{Global, Module, Name};
use crate::{dialect, parse, wellformed};

/// Modules of one function each.
#[derive(Default)]
pub struct Stock {
    pub modules: Vec<Module>,
    pub index: Index,
}

impl Stock {
    /// Adds the functions of a module, as far as they can be crossed; how many.
    pub fn add(&mut self, module: &Module) -> usize {
        let before = self.modules.len();
        for piece in parts(module) {
            self.index.add(&piece);
            self.modules.push(piece);
        }
        self.modules.len() - before
    }

    /// The crossover of a seed.
    pub fn make(&self, seed: u64, policy: &Policy) -> Option<Crossed> {
        let plan = Plan::draw(seed, policy);
        let parents: Vec<&Module> =
            choose(&self.index, &plan, seed).iter().map(|&it| &self.modules[it]).collect();
        cross(&parents, &plan, seed)
    }
}

/// The parents of a seed, by their numbers in an index.
pub fn choose(index: &Index, plan: &Plan, seed: u64) -> Vec<usize> {
    if index.is_empty() {
        return Vec::new();
    }
    let mut entropy = Entropy::named(seed, "parents");
    let pair = match plan.steps.first() {
        Some(Kind::Inline | Kind::Splice) => index.inlining(&mut entropy),
        Some(Kind::Sequence) => index.sequence(&mut entropy),
        _ => None,
    };
    let mut parents = match pair {
        Some(pair) => vec![pair.receiver, pair.giver],
        None => vec![entropy.index(index.len()), entropy.index(index.len())],
    };
    let more = plan.steps.len().saturating_sub(1) * PARTNERS;
    parents.extend((0..more).map(|_| entropy.index(index.len())));
    parents
}

/// The newest version, in whose words everything is kept.
const NEWEST: Version = Version(22);

/// Instructions of a function that is still worth crossing.
const LARGEST: usize = 400;

/// The functions of a module that can be crossed, each alone.
pub fn parts(module: &Module) -> Vec<Module> {
    let Ok(module) = dialect::fit(module, NEWEST) else { return Vec::new() };
    let whole = |piece: &Module| {
        wellformed::check(piece).is_ok()
            && super::size(piece) <= LARGEST
            && !piece.globals.iter().any(is_of_a_coroutine)
    };
    pieces(&module).into_iter().filter(whole).collect()
}

/// Intrinsics of coroutines have other types in other versions, and mean nothing to the machine.
fn is_of_a_coroutine(global: &Global) -> bool {
    global.name.as_ref().is_some_and(|name| name.bytes().starts_with(b"llvm.coro."))
}

/// Whether a module can be optimized as people do here: it is for no other target.
pub fn is_fit(module: &Module) -> bool {
    let ours = |triple: &Name| triple.is_empty() || triple.bytes().starts_with(b"x86_64");
    let foreign = [
        "llvm.amdgcn.",
        "llvm.aarch64.",
        "llvm.arm.",
        "llvm.nvvm.",
        "llvm.ppc.",
        "llvm.riscv.",
        "llvm.hexagon.",
        "llvm.mips.",
        "llvm.s390.",
        "llvm.wasm.",
        "llvm.bpf.",
        "llvm.dx.",
        "llvm.spv.",
        "llvm.r600.",
        "llvm.ve.",
        "llvm.loongarch.",
        "llvm.objc.",
    ];
    let is_foreign = |global: &Global| {
        let name = global.name.as_ref().map(|name| name.text().into_owned()).unwrap_or_default();
        foreign.iter().any(|it| name.starts_with(it))
    };
    module.target_triple.as_ref().is_none_or(ours)
        && module.data_layout.as_ref().is_none_or(is_usual)
        && module.asm.is_empty()
        && !module.globals.iter().any(is_foreign)
}

/// Whether addresses are as wide as everybody's, and lie where everybody's do: functions of
/// modules for which that is not so do not go together with others.
fn is_usual(layout: &Name) -> bool {
    layout.text().split('-').all(|part| {
        let other_space = part.starts_with(['A', 'P', 'G', 'E']);
        let narrow = part.starts_with("p:") && !part.starts_with("p:64");
        !other_space && !narrow
    })
}

/// What comes with spektr: functions of its own for each part of the language.
const SEEDS: [(&str, &str); 8] = [
    ("integers.ll", include_str!("seeds/integers.ll")),
    ("memory.ll", include_str!("seeds/memory.ll")),
    ("loops.ll", include_str!("seeds/loops.ll")),
    ("vectors.ll", include_str!("seeds/vectors.ll")),
    ("floats.ll", include_str!("seeds/floats.ll")),
    ("calls.ll", include_str!("seeds/calls.ll")),
    ("branches.ll", include_str!("seeds/branches.ll")),
    ("intrinsics.ll", include_str!("seeds/intrinsics.ll")),
];

/// The corpus that is built in.
pub fn built_in() -> &'static Result<Stock, Complaint> {
    static STOCK: OnceLock<Result<Stock, Complaint>> = OnceLock::new();
    STOCK.get_or_init(|| {
        let mut stock = Stock::default();
        for (name, text) in SEEDS {
            stock.add(&parse::module(name, text)?);
        }
        Ok(stock)
    })
}
