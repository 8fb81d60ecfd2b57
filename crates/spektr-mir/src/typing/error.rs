//! Why something has no type. Small and allocation-free: typing is on hot paths; the
//! words are made only when a person is there to read them.

use crate::syntax::{Local, Ty, Types};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeError {
    NoSuchLocal(Local),
    NoSuchItem,
    NoSuchField(Ty, u32),
    NoSuchVariant(Ty, u32),
    NotAPointer(Ty),
    NotAnEnum(Ty),
    NotIndexable(Ty),
    NotCallable(Ty),
    IndexNotUsize(Local),
    LateDeref,
    /// Nothing in the program has the type that this would have.
    NotInProgram,
    /// An intrinsic with the wrong number of generic arguments.
    Generics,
}

impl TypeError {
    /// The words for a person.
    pub fn describe(self, types: &Types) -> String {
        let name = |ty| types.display(ty).to_string();
        match self {
            TypeError::NoSuchLocal(local) => format!("there is no local {}", local.0),
            TypeError::NoSuchItem => "there is no such item".to_owned(),
            TypeError::NoSuchField(ty, field) => format!("`{}` has no field {field}", name(ty)),
            TypeError::NoSuchVariant(ty, variant) => {
                format!("`{}` has no variant {variant}", name(ty))
            }
            TypeError::NotAPointer(ty) => format!("`{}` cannot be dereferenced", name(ty)),
            TypeError::NotAnEnum(ty) => format!("`{}` is not an enum", name(ty)),
            TypeError::NotIndexable(ty) => format!("`{}` cannot be indexed", name(ty)),
            TypeError::NotCallable(ty) => format!("`{}` is not a function pointer", name(ty)),
            TypeError::IndexNotUsize(local) => {
                format!("an index must be a `usize` local, but local {} is not", local.0)
            }
            TypeError::LateDeref => {
                "a dereference may only stand at the root of a place".to_owned()
            }
            TypeError::NotInProgram => {
                "this has a type that nothing else in the program has".to_owned()
            }
            TypeError::Generics => "wrong number of generic arguments".to_owned(),
        }
    }
}
