//! What stands at the top of a module and has an address: variables, functions, aliases and
//! ifuncs; and comdats.

use spektr_text::Span;

use super::{
    Attachment, ComdatId, ComdatKind, ConstId, DllStorage, Function, FunctionAttributes, Linkage,
    Name, Preemption, ThreadLocal, Ty, UnnamedAddr, Visibility,
};

/// Anything with an address, and what all of them share.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    /// Without a name it is printed with a number.
    pub name: Option<Name>,
    pub linkage: Linkage,
    pub preemption: Option<Preemption>,
    pub visibility: Visibility,
    pub dll: Option<DllStorage>,
    pub thread_local: Option<ThreadLocal>,
    pub unnamed_addr: Option<UnnamedAddr>,
    /// The address space of its address.
    pub space: u32,
    /// The type of what lies at the address; for functions, their function type.
    pub ty: Ty,
    /// The type of the address itself.
    pub pointer: Ty,
    pub partition: Option<Name>,
    pub kind: GlobalKind,
    /// The name in the text.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum GlobalKind {
    Variable(Box<Variable>),
    Function(Box<Function>),
    /// The address of the aliased constant.
    Alias(ConstId),
    /// The function that resolves it.
    IFunc(ConstId),
}

impl Global {
    pub fn function(&self) -> Option<&Function> {
        match &self.kind {
            GlobalKind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub fn function_mut(&mut self) -> Option<&mut Function> {
        match &mut self.kind {
            GlobalKind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub fn variable(&self) -> Option<&Variable> {
        match &self.kind {
            GlobalKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    pub fn variable_mut(&mut self) -> Option<&mut Variable> {
        match &mut self.kind {
            GlobalKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// Whether no other module can mean it: it is local, or a variable of this module that has no
    /// name (LangRef, "Identifiers"; GlobalOpt makes these internal).
    pub fn is_local(&self) -> bool {
        let here = self.variable().is_some_and(|it| it.initializer.is_some());
        matches!(self.linkage, Linkage::Private | Linkage::Internal) || here && self.name.is_none()
    }

    /// Whether the linker may put something else in its place.
    pub fn is_interposable(&self) -> bool {
        match self.linkage {
            Linkage::Weak | Linkage::LinkOnce | Linkage::Common | Linkage::ExternWeak => true,
            Linkage::Private
            | Linkage::Internal
            | Linkage::WeakOdr
            | Linkage::LinkOnceOdr
            | Linkage::AvailableExternally
            | Linkage::Appending
            | Linkage::External => false,
        }
    }
}

/// `@x = global …` or `constant`.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    pub constant: bool,
    pub externally_initialized: bool,
    pub initializer: Option<ConstId>,
    pub section: Option<Name>,
    pub comdat: Option<ComdatId>,
    pub align: Option<u64>,
    pub code_model: Option<Name>,
    pub sanitizer: Vec<SanitizerWord>,
    pub attributes: FunctionAttributes,
    pub metadata: Vec<Attachment>,
}

super::operator::words!(
    /// What sanitizers do with a variable.
    SanitizerWord {
        NoAddress = "no_sanitize_address",
        NoHwAddress = "no_sanitize_hwaddress",
        MemTag = "sanitize_memtag",
        AddressDynInit = "sanitize_address_dyninit",
    }
);

/// `$name = comdat any`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comdat {
    pub name: Name,
    pub kind: ComdatKind,
}
