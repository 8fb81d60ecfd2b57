//! What the names of a file stand for.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;

use super::fault::Fault;
use super::imports::Imports;
use crate::syntax::{AdtId, ConstId, CoreAdt, FnId, Intrinsic, Reached, StaticId};

/// Only ever looked up by name; the order of the tables means nothing.
#[derive(Default)]
pub(crate) struct Names<'a> {
    pub adts: HashMap<&'a str, AdtId>,
    /// Types that were set aside, with the reason.
    pub unreadable_adts: HashMap<&'a str, Box<Fault>>,
    /// `type` items: where the type stands that is meant.
    pub aliases: HashMap<&'a str, Range<usize>>,
    /// Tokens that were read because a `type` item stands for them.
    expanded: Cell<usize>,
    /// Constants that can be lengths.
    pub lengths: HashMap<&'a str, u64>,
    pub functions: HashMap<&'a str, FnId>,
    /// Ordinary functions, by their place in the table of helpers.
    pub helpers: HashMap<&'a str, usize>,
    pub values: HashMap<&'a str, Value>,
    pub imports: Imports<'a>,
    /// The type parameters of the function that is being read.
    pub params: RefCell<Vec<&'a str>>,
}

pub(crate) enum Value {
    Const(ConstId),
    Static(StaticId),
    /// Set aside, with the reason.
    Unreadable(Box<Fault>),
}

/// Names for names for names soon stand for more than there is memory.
const MAX_EXPANDED: usize = 1 << 22;

impl Names<'_> {
    /// Whether an item of the file has this name.
    pub fn is_taken(&self, name: &str) -> bool {
        self.functions.contains_key(name)
            || self.helpers.contains_key(name)
            || self.values.contains_key(name)
    }

    /// Where the type stands that a `type` item means; `None` if that was asked too often.
    pub fn expand(&self, range: &Range<usize>) -> Option<Range<usize>> {
        self.expanded.set(self.expanded.get() + range.len());
        (self.expanded.get() <= MAX_EXPANDED).then(|| range.clone())
    }

    /// The path that a name or path stands for, after imports; without a leading `std`
    /// or `core`, if it had one.
    fn library_path(&self, segments: &[&str]) -> Option<String> {
        let joined = match segments {
            [name] => self.imports.path_of(name)?.to_owned(),
            [first, rest @ ..] => {
                let first = self.imports.path_of(first).unwrap_or(first);
                format!("{first}::{}", rest.join("::"))
            }
            [] => return None,
        };
        let rest = joined.strip_prefix("core::").or_else(|| joined.strip_prefix("std::"))?;
        Some(rest.to_owned())
    }

    /// A library type that spektr knows, under any of the names it can have here.
    pub fn core_adt(&self, segments: &[&str]) -> Option<CoreAdt> {
        let full = |path: &str| {
            CoreAdt::ALL.into_iter().find(|adt| {
                let known = adt.path().strip_prefix("core::").unwrap_or("option::Option");
                known == path
            })
        };
        if let Some(path) = self.library_path(segments) {
            return full(&path);
        }
        let [name] = segments else { return None };
        if *name == "Option" {
            return Some(CoreAdt::Option);
        }
        self.imports.globs().find_map(|glob| {
            let module = glob.strip_prefix("core::").or_else(|| glob.strip_prefix("std::"))?;
            full(&format!("{module}::{name}"))
        })
    }

    /// A library function whose meaning spektr knows, with the float type that is part
    /// of its name, if any.
    pub fn intrinsic(&self, segments: &[&str]) -> Option<(Intrinsic, Option<&'static str>)> {
        let known = |path: &str| {
            let (module, name) = path.rsplit_once("::")?;
            library_function(module, name)
        };
        if let [ty, name] = segments
            && let Some(found) = inherent_function(ty, name)
        {
            return Some(found);
        }
        if let Some(path) = self.library_path(segments) {
            return known(&path);
        }
        let [name] = segments else { return None };
        self.imports.globs().find_map(|glob| {
            let module = glob.strip_prefix("core::").or_else(|| glob.strip_prefix("std::"))?;
            known(&format!("{module}::{name}"))
        })
    }
}

/// `module::name` below `core`.
pub(crate) fn library_function(
    module: &str,
    name: &str,
) -> Option<(Intrinsic, Option<&'static str>)> {
    let plain = |intrinsic| Some((intrinsic, None));
    match (module, name) {
        ("intrinsics", "min_align_of" | "pref_align_of") => plain(Intrinsic::AlignOf),
        ("intrinsics", _) => intrinsic_name(name),
        ("mem", "size_of") => plain(Intrinsic::SizeOf),
        ("mem", "align_of") => plain(Intrinsic::AlignOf),
        ("mem", "needs_drop") => plain(Intrinsic::NeedsDrop),
        ("mem", "transmute") => plain(Intrinsic::Transmute),
        ("mem", "forget") => plain(Intrinsic::Forget),
        ("hint", "black_box") => plain(Intrinsic::BlackBox),
        ("hint", "assert_unchecked") => plain(Intrinsic::Assume),
        ("hint", "unreachable_unchecked") => plain(Intrinsic::Unreachable),
        ("ptr", "copy") => plain(Intrinsic::Copy),
        ("ptr", "copy_nonoverlapping") => plain(Intrinsic::CopyNonoverlapping),
        ("ptr", "write_bytes") => plain(Intrinsic::WriteBytes),
        ("ptr", "read_volatile") => plain(Intrinsic::VolatileLoad),
        ("ptr", "write_volatile") => plain(Intrinsic::VolatileStore),
        ("ptr", "write") => plain(Intrinsic::WriteViaMove),
        _ => None,
    }
}

/// The function on vectors that one of a printed program stands for: its types follow from what
/// it is given.
pub(crate) fn simd_function(name: &str) -> Option<Intrinsic> {
    let (name, _) = name.strip_prefix("spektr_")?.rsplit_once('_')?;
    Intrinsic::from_name(name).filter(|it| it.simd().is_some())
}

/// What stands between a function and its callers, by the name of what a printed program has
/// for it, and the name of the function.
pub(crate) fn reached_function(name: &str) -> Option<(Reached, &str)> {
    let ways = [("spektr_closure_", Reached::ThroughClosure), ("spektr_dyn_", Reached::ThroughDyn)];
    ways.into_iter().find_map(|(prefix, way)| Some((way, name.strip_prefix(prefix)?)))
}

/// The atomic access that a function of a printed program stands for, and on what.
pub(crate) fn atomic_function(name: &str) -> Option<(Intrinsic, Option<&str>)> {
    let rest = name.strip_prefix("spektr_")?;
    let known = |name: &str| Intrinsic::from_name(name).filter(|it| it.atomic().is_some());
    match known(rest) {
        Some(intrinsic) => Some((intrinsic, None)),
        None => {
            let (name, ty) = rest.rsplit_once('_')?;
            Some((known(name)?, Some(ty)))
        }
    }
}

const FLOATS: [&str; 4] = ["f16", "f32", "f64", "f128"];

/// A name in `core::intrinsics`, of any compiler version: float functions may carry their
/// type in the name.
fn intrinsic_name(name: &str) -> Option<(Intrinsic, Option<&'static str>)> {
    if let Some(intrinsic) = Intrinsic::from_name(name) {
        return Some((intrinsic, None));
    }
    FLOATS.into_iter().find_map(|float| {
        let stem = name.strip_suffix(float)?;
        let stem = match stem.trim_end_matches('_') {
            "rint" | "nearbyint" | "roundeven" => "round_ties_even",
            "minimum_number_nsz" => "minnum",
            "maximum_number_nsz" => "maxnum",
            stem => stem,
        };
        Some((Intrinsic::from_name(stem)?, Some(float)))
    })
}

/// `f32::sqrt` and the like: methods whose body is the intrinsic.
pub(crate) fn inherent_function(ty: &str, name: &str) -> Option<(Intrinsic, Option<&'static str>)> {
    let float = FLOATS.into_iter().find(|&float| float == ty)?;
    let intrinsic = match name {
        "abs" => Intrinsic::Fabs,
        "sqrt" => Intrinsic::Sqrt,
        "mul_add" => Intrinsic::Fma,
        "floor" => Intrinsic::Floor,
        "ceil" => Intrinsic::Ceil,
        "trunc" => Intrinsic::Trunc,
        "round" => Intrinsic::Round,
        "round_ties_even" => Intrinsic::RoundTiesEven,
        "copysign" => Intrinsic::Copysign,
        "min" => Intrinsic::Minnum,
        "max" => Intrinsic::Maxnum,
        "minimum" => Intrinsic::Minimum,
        "maximum" => Intrinsic::Maximum,
        _ => return None,
    };
    Some((intrinsic, Some(float)))
}
