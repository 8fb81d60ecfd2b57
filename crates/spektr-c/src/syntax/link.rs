//! Linking: which definition each declaration means (6.2.2, 6.9p5). Does what a linker does, and
//! knows nothing about what runs.

use std::collections::HashMap;

use spektr_text::Span;

use super::{Definition, Function, FunctionId, Global, GlobalId, InlineKind, Linkage, Program};

/// For every global and function of a program, the one that defines it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linked {
    /// Indexed by [`GlobalId`]. `None`: declared, but defined nowhere in the program.
    pub globals: Vec<Option<GlobalId>>,
    /// Indexed by [`FunctionId`]. `None`: a function of the library, or of nobody.
    pub functions: Vec<Option<FunctionId>>,
}

/// Why a program cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkFault {
    GlobalTwice(GlobalId, GlobalId),
    FunctionTwice(FunctionId, FunctionId),
    /// A declaration and the definition that it means are of incompatible types (6.2.7p2).
    OtherType(GlobalId, GlobalId),
    /// One name for an object and a function.
    Mixed(GlobalId, FunctionId),
}

impl LinkFault {
    /// Where it is, and what is wrong there.
    pub fn words(&self, program: &Program) -> (Span, String) {
        let (span, name, why) = match *self {
            LinkFault::GlobalTwice(_, id) => {
                (program.global(id).span, &program.global(id).name, "is defined in two units")
            }
            LinkFault::OtherType(_, id) => {
                let words = "is declared here with another type than it is defined with";
                (program.global(id).span, &program.global(id).name, words)
            }
            LinkFault::FunctionTwice(_, id) | LinkFault::Mixed(_, id) => {
                (program.function(id).span, &program.function(id).name, "is defined in two units")
            }
        };
        (span, format!("`{name}` {why}"))
    }
}

impl Program {
    /// Resolves names across units. Two strong definitions of one name are an error; tentative
    /// ones too, as with `-fno-common`.
    pub fn link(&self) -> Result<Linked, LinkFault> {
        let mut globals: HashMap<&str, GlobalId> = HashMap::new();
        for (global, id) in self.globals.iter().zip(self.global_ids()) {
            if !global.is_defined() || global.linkage != Linkage::External {
                continue;
            }
            let known = *globals.entry(&global.name).or_insert(id);
            match (known == id, self.global(known).weak, global.weak) {
                (true, ..) | (false, _, true) => {}
                (false, true, false) => drop(globals.insert(&global.name, id)),
                (false, false, false) => return Err(LinkFault::GlobalTwice(known, id)),
            }
        }
        let mut functions: HashMap<&str, FunctionId> = HashMap::new();
        for (function, id) in self.functions.iter().zip(self.function_ids()) {
            if function.body.is_none() || function.linkage != Linkage::External {
                continue;
            }
            if let Some(&global) = globals.get(function.name.as_str()) {
                return Err(LinkFault::Mixed(global, id));
            }
            let known = *functions.entry(&function.name).or_insert(id);
            match (known == id, self.function(known).yields(), function.yields()) {
                (true, ..) | (false, _, true) => {}
                (false, true, false) => drop(functions.insert(&function.name, id)),
                (false, false, false) => return Err(LinkFault::FunctionTwice(known, id)),
            }
        }
        let global = |(global, id): (&Global, GlobalId)| match global.linkage {
            Linkage::External => globals.get(global.name.as_str()).copied(),
            Linkage::Internal | Linkage::None => Some(id),
        };
        let function = |(function, id): (&Function, FunctionId)| match function.linkage {
            Linkage::External => functions.get(function.name.as_str()).copied(),
            Linkage::Internal | Linkage::None => function.body.is_some().then_some(id),
        };
        for (declared, id) in self.globals.iter().zip(self.global_ids()) {
            if let Some(definition) = global((declared, id))
                && !self.types.compatible_unqualified(declared.ty, self.global(definition).ty)
            {
                return Err(LinkFault::OtherType(definition, id));
            }
        }
        Ok(Linked {
            globals: self.globals.iter().zip(self.global_ids()).map(global).collect(),
            functions: self.functions.iter().zip(self.function_ids()).map(function).collect(),
        })
    }
}

impl Global {
    pub fn is_defined(&self) -> bool {
        !matches!(self.definition, Definition::Declared)
    }
}

impl Function {
    /// Whether another definition takes precedence: of a weak one, and of an inline definition
    /// (6.7.4p7), which is no external one.
    fn yields(&self) -> bool {
        self.weak || self.inline == InlineKind::Inline
    }
}
