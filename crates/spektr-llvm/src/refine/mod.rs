//! Refinement between a module before and after optimization, by running both. What is called
//! broken is wrong for certain: the input shows it. What cannot be decided is said to be so.
//! Nothing here knows a compiler.

mod input;
mod judge;
mod mine;
mod parting;
mod render;

use std::fmt;

use crate::machine::{Code, Layout, Shapes};
use crate::syntax::{GlobalId, Linkage, Module};
use crate::typing::same_type;
use judge::Pair;

/// How much is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Inputs for each function.
    pub inputs: u32,
    /// Runs of the side after for each input, if it has choices to make.
    pub tries: u32,
    /// Steps of one run.
    pub fuel: u64,
    /// Steps of all runs of a function together; what is not tried by then is not tried.
    pub steps: u64,
    /// Open branches that one run of the side before may meet.
    pub forks: usize,
    /// Ways through them that are followed.
    pub ways: usize,
    /// Whether arguments may be undef.
    pub undef_inputs: bool,
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            inputs: 96,
            tries: 3,
            fuel: 20_000,
            steps: 2_000_000,
            forks: 4,
            ways: 16,
            undef_inputs: true,
            seed: 1,
        }
    }
}

impl Effort {
    /// As much as a program of a hunt is worth: what loops for long is tried on fewer inputs, so that
    /// the next program has its turn.
    pub fn of_a_hunt() -> Effort {
        Effort { steps: 400_000, ..Effort::default() }
    }

    /// What the words on a command line mean.
    pub fn of(wanted: spektr_wing::Effort) -> Effort {
        let usual = Effort::default();
        match wanted {
            spektr_wing::Effort::Quick => Effort { inputs: 16, steps: 400_000, ..usual },
            spektr_wing::Effort::Usual => usual,
            spektr_wing::Effort::Thorough => Effort {
                inputs: 512,
                tries: 8,
                fuel: 200_000,
                steps: 100_000_000,
                forks: 6,
                ways: 64,
                ..usual
            },
        }
    }
}

/// What was found out about one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// On all inputs that were tried and decided.
    Refines {
        inputs: u32,
        undefined: u32,
        coverage: Coverage,
    },
    Broken(Box<Counterexample>),
    Undecided {
        reason: String,
    },
    NotUnderstood {
        what: String,
    },
}

/// How much of the side before was executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub blocks: u32,
    /// Edges between blocks, and how many were taken.
    pub edges: u32,
    pub taken: u32,
}

/// An input on which the side after does what the side before does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    pub input: Vec<String>,
    /// What the side before does.
    pub before: String,
    /// What the side after does instead.
    pub difference: String,
    /// The first step at which the two sides part.
    pub parting: String,
}

/// The verdict on each pair of functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub functions: Vec<(String, Verdict)>,
}

impl Report {
    /// The first function that is broken.
    pub fn broken(&self) -> Option<(&str, &Counterexample)> {
        self.functions.iter().find_map(|(name, verdict)| match verdict {
            Verdict::Broken(example) => Some((name.as_str(), &**example)),
            _ => None,
        })
    }
}

/// Holds each function of one module against that of the same name in another.
///
/// ```
/// use spektr_llvm::{parse, refine};
/// let before = "define i32 @f(i32 %x) { %y = add i32 %x, %x ret i32 %y }";
/// let after = "define i32 @f(i32 %x) { %y = shl i32 %x, 2 ret i32 %y }";
/// let read = |text| parse::module("f.ll", text).unwrap();
/// let report = refine::refine(&read(before), &read(after), &refine::Effort::default());
/// assert!(report.broken().is_some());
/// ```
pub fn refine(before: &Module, after: &Module, effort: &Effort) -> Report {
    let mut functions = Vec::new();
    refine_each(before, after, effort, |name, verdict| functions.push((name.into(), verdict)));
    Report { functions }
}

/// As [`refine`], function by function: each verdict is told as soon as it is known.
pub fn refine_each(
    before: &Module,
    after: &Module,
    effort: &Effort,
    told: impl FnMut(&str, Verdict),
) {
    judge_pairs(before, after, &common(before, after), effort, told);
}

/// The verdict on the functions of one name, if both modules have them.
pub fn refine_one(before: &Module, after: &Module, name: &str, effort: &Effort) -> Option<Verdict> {
    let mut pairs = common(before, after);
    pairs.retain(|(it, _, _)| it == name);
    let mut found = None;
    judge_pairs(before, after, &pairs, effort, |_, verdict| found = Some(verdict));
    found
}

/// Holds `@tgt` against `@src` (and `@tgt1` against `@src1`, …) of one module, as people write
/// them for alive-tv.
pub fn refine_in_one(module: &Module, effort: &Effort) -> Report {
    let (mut pairs, mut functions) = (Vec::new(), Vec::new());
    for (id, global, _) in module.defined() {
        let Some(name) = global.name.as_ref().map(|name| name.text().into_owned()) else {
            continue;
        };
        let Some(number) = name.strip_prefix("src") else { continue };
        match module.find(&format!("tgt{number}")) {
            Some(target) if module.global(target).ty == global.ty => {
                pairs.push((name.clone(), id, target));
            }
            Some(_) => {
                let what = format!("a pair @{name} and @tgt{number} of two types");
                functions.push((name.clone(), Verdict::NotUnderstood { what }));
            }
            None => {}
        }
    }
    let told = |name: &str, verdict| functions.push((name.into(), verdict));
    judge_pairs(module, module, &pairs, effort, told);
    Report { functions }
}

/// Functions that both modules define, that others can see and whose type is the same.
fn common(before: &Module, after: &Module) -> Vec<(String, GlobalId, GlobalId)> {
    let mut pairs = Vec::new();
    for (id, global, _) in before.defined() {
        let Some(name) = global.name.as_ref().map(|name| name.text().into_owned()) else {
            continue;
        };
        let Some(other) = after.find(&name) else { continue };
        let there = after.global(other);
        // Who else calls a local function is known, and it may be changed with them.
        let local = [global, there]
            .iter()
            .any(|it| matches!(it.linkage, Linkage::Private | Linkage::Internal));
        let body = there.function().is_some_and(|function| function.body.is_some());
        if body && !local && same_type(before, global.ty, after, there.ty) {
            pairs.push((name, id, other));
        }
    }
    pairs
}

fn judge_pairs(
    before: &Module,
    after: &Module,
    pairs: &[(String, GlobalId, GlobalId)],
    effort: &Effort,
    mut told: impl FnMut(&str, Verdict),
) {
    let prepared = prepare(before, after);
    for (name, old, new) in pairs {
        let verdict = match &prepared {
            Ok((before, after)) => Pair::new((before, *old), (after, *new), effort).judge(),
            Err(stop) => Verdict::NotUnderstood { what: stop.to_string() },
        };
        told(name, verdict);
    }
}

/// What gives a module more meaning than its functions have: passes may lower it to calls and
/// tables that were not there.
fn beyond(module: &Module) -> Option<&'static str> {
    let known = [
        ("llvm.coro.", "a module with coroutines"),
        ("llvm.type.test", "a module with type tests"),
        ("llvm.experimental.gc.", "a module with garbage collection"),
        ("gc.safepoint_poll", "a module with garbage collection"),
        ("__kmpc_", "a module with OpenMP"),
        ("omp_get_", "a module with OpenMP"),
        ("__safestack_", "a module with a safe stack"),
    ];
    let mut names = module.globals.iter().filter_map(|it| Some(it.name.as_ref()?.text()));
    names.find_map(|name| known.iter().find(|(it, _)| name.starts_with(it)).map(|(_, what)| *what))
}

fn prepare<'m>(
    before: &'m Module,
    after: &'m Module,
) -> Result<(Code<'m>, Code<'m>), Box<crate::machine::Stop>> {
    if before.data_layout != after.data_layout {
        return crate::machine::stop::unsupported("a module with another data layout");
    }
    if let Some(what) = beyond(before) {
        return crate::machine::stop::unsupported(what);
    }
    let (old, new) = (Shapes::of(before)?, Shapes::of(after)?);
    let layout = Layout::of(&[(before, &old), (after, &new)]);
    let mut old = Code::with_layout(before, old, &layout)?;
    let mut new = Code::with_layout(after, new, &layout)?;
    // What constructors did is in the variables' first contents if they are gone.
    if old.constructors() != new.constructors() {
        return crate::machine::stop::unsupported("a module whose constructors were run");
    }
    new.refuse_unknown(&old);
    new.learn(&old);
    old.learn(&new);
    Ok((old, new))
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Refines { inputs, undefined, coverage } => write!(
                f,
                "refines on {inputs} inputs ({undefined} more are undefined before); {} of {} \
                 branches taken",
                coverage.taken, coverage.edges
            ),
            Verdict::Broken(example) => write!(f, "does not refine\n{example}"),
            Verdict::Undecided { reason } => write!(f, "undecided: {reason}"),
            Verdict::NotUnderstood { what } => write!(f, "not understood: {what}"),
        }
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.input.iter().try_for_each(|line| writeln!(f, "  input   {line}"))?;
        writeln!(f, "  before  {}", self.before)?;
        writeln!(f, "  after   {}", self.difference)?;
        write!(f, "  parting {}", self.parting)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.functions.iter().try_for_each(|(name, verdict)| writeln!(f, "@{name}: {verdict}"))
    }
}
