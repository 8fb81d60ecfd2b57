//! Attributes that a version knows. An attribute is a promise or a hint: a version that does
//! not know it does without.

use crate::print::Version;
use crate::syntax::{
    Access, Argument, Attribute, CaptureParts, Captures, Flag, GlobalKind, MemoryEffects,
    MemoryLocation, Module, Op, SanitizerWord,
};

/// The first version with `memory(…)` in the place of single words.
const MEMORY: Version = Version(16);

pub fn fit(module: &mut Module, version: Version) {
    for group in &mut module.attribute_groups {
        fit_list(&mut group.attributes, version);
    }
    for global in &mut module.globals {
        match &mut global.kind {
            GlobalKind::Variable(variable) => {
                fit_list(&mut variable.attributes.own, version);
                variable.sanitizer.retain(|_: &SanitizerWord| version >= Version(15));
                if version < Version(18) {
                    variable.code_model = None;
                }
            }
            GlobalKind::Function(function) => {
                fit_list(&mut function.attributes.own, version);
                fit_list(&mut function.result_attributes, version);
                function.param_attributes.iter_mut().for_each(|it| fit_list(it, version));
                let blocks = function.body.iter_mut().flat_map(|body| &mut body.blocks);
                blocks
                    .flat_map(|it| &mut it.instructions)
                    .for_each(|it| fit_call(&mut it.op, version));
            }
            GlobalKind::Alias(_) | GlobalKind::IFunc(_) => {}
        }
    }
    drop_empty_groups(module);
}

fn fit_call(op: &mut Op, version: Version) {
    let Some(call) = op.call_mut() else { return };
    fit_list(&mut call.attributes.own, version);
    fit_list(&mut call.result_attributes, version);
    for argument in &mut call.args {
        if let Argument::Value { attributes, .. } = argument {
            fit_list(attributes, version);
        }
    }
}

/// A group without attributes is an error to LLVM.
fn drop_empty_groups(module: &mut Module) {
    let empty: Vec<bool> =
        module.attribute_groups.iter().map(|group| group.attributes.is_empty()).collect();
    if !empty.contains(&true) {
        return;
    }
    let mut kept = 0;
    let mut ids = Vec::new();
    for empty in &empty {
        ids.push((!empty).then_some(crate::syntax::GroupId(kept)));
        kept += u32::from(!empty);
    }
    module.attribute_groups.retain(|group| !group.attributes.is_empty());
    module.for_each_function_attributes(&mut |attributes| {
        let groups = std::mem::take(&mut attributes.groups).into_iter();
        attributes.groups = groups.filter_map(|group| ids[group.index()]).collect();
    });
}

fn fit_list(attributes: &mut Vec<Attribute>, version: Version) {
    if attributes.iter().all(|attribute| is_known(attribute, version)) {
        return;
    }
    let old = std::mem::take(attributes);
    for attribute in old {
        if is_known(&attribute, version) {
            attributes.push(attribute);
            continue;
        }
        match attribute {
            Attribute::Captures(captures) if captures == Captures::NOTHING => {
                attributes.push(Attribute::Flag(Flag::NoCapture));
            }
            Attribute::Memory(effects) if version < MEMORY => {
                attributes.extend(memory_words(&effects).into_iter().map(Attribute::Flag));
            }
            Attribute::Memory(effects) => {
                attributes.push(Attribute::Memory(without_news(effects, version)));
            }
            _ => {}
        }
    }
}

impl Captures {
    /// `captures(none)`, which older versions call `nocapture`.
    const NOTHING: Captures = Captures { other: CaptureParts::NONE, result: CaptureParts::NONE };
}

/// Kinds of memory that a version does not tell apart count to everything else.
fn without_news(effects: MemoryEffects, version: Version) -> MemoryEffects {
    let mut effects = effects;
    for (location, since) in NEW_LOCATIONS {
        if version < since {
            let joined = join(effects.of(location), effects.of(MemoryLocation::Other));
            effects.set(MemoryLocation::Other, joined);
        }
    }
    for (location, since) in NEW_LOCATIONS {
        if version < since {
            effects.set(location, effects.of(MemoryLocation::Other));
        }
    }
    effects
}

const NEW_LOCATIONS: [(MemoryLocation, Version); 3] = [
    (MemoryLocation::Errno, Version(21)),
    (MemoryLocation::Target0, Version(22)),
    (MemoryLocation::Target1, Version(22)),
];

fn join(one: Access, other: Access) -> Access {
    match (one.reads() || other.reads(), one.writes() || other.writes()) {
        (true, true) => Access::ReadWrite,
        (true, false) => Access::Read,
        (false, true) => Access::Write,
        (false, false) => Access::None,
    }
}

/// What versions before 16 say of memory; nothing where they have no word.
fn memory_words(effects: &MemoryEffects) -> Vec<Flag> {
    let effects = without_news(*effects, Version(15));
    let argument = effects.of(MemoryLocation::Argument);
    let inaccessible = effects.of(MemoryLocation::Inaccessible);
    let other = effects.of(MemoryLocation::Other);
    let mut words = Vec::new();
    match join(join(argument, inaccessible), other) {
        Access::None => return vec![Flag::ReadNone],
        Access::Read => words.push(Flag::ReadOnly),
        Access::Write => words.push(Flag::WriteOnly),
        Access::ReadWrite => {}
    }
    if other == Access::None {
        words.push(match (argument, inaccessible) {
            (_, Access::None) => Flag::ArgMemOnly,
            (Access::None, _) => Flag::InaccessibleMemOnly,
            _ => Flag::InaccessibleMemOrArgMemOnly,
        });
    }
    words
}

fn is_known(attribute: &Attribute, version: Version) -> bool {
    match attribute {
        Attribute::Flag(flag) => version >= since(*flag),
        Attribute::Memory(effects) => {
            version >= MEMORY && without_news(*effects, version) == *effects
        }
        Attribute::NoFpClass(_) => version >= Version(17),
        Attribute::Range(..) | Attribute::Initializes(_) => version >= Version(19),
        Attribute::Captures(_) => version >= Version(20),
        Attribute::AllocKind(_) => version >= Version(15),
        Attribute::Type(crate::syntax::TypeAttribute::ElementType, _) => version >= Version(14),
        Attribute::Int(..)
        | Attribute::Type(..)
        | Attribute::Text(..)
        | Attribute::AllocSize(..)
        | Attribute::VScaleRange(..)
        | Attribute::UwTable(_) => true,
    }
}

/// The version that introduced an attribute, or the oldest one that matters here. Checked
/// against `opt` 14, 16, 19 and 22.
fn since(flag: Flag) -> Version {
    Version(match flag {
        Flag::DisableSanitizerInstrumentation => 14,
        Flag::AllocAlign
        | Flag::AllocPtr
        | Flag::FnRetThunkExtern
        | Flag::NoSanitizeBounds
        | Flag::PresplitCoroutine => 15,
        Flag::SkipProfile => 16,
        Flag::CoroOnlyDestroyWhenComplete | Flag::DeadOnUnwind | Flag::Writable => 18,
        Flag::HybridPatchable | Flag::OptDebug | Flag::SanitizeNumericalStability => 19,
        Flag::CoroElideSafe
        | Flag::NoDivergenceSource
        | Flag::NoExt
        | Flag::SanitizeRealtime
        | Flag::SanitizeRealtimeBlocking
        | Flag::SanitizeType => 20,
        Flag::DeadOnReturn => 21,
        Flag::NoCreateUndefOrPoison | Flag::SanitizeAllocToken => 22,
        _ => 13,
    })
}
