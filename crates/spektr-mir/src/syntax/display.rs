//! Types as Rust writes them.

use std::fmt;

use super::{Mutability, Ty, TyKind, Types};

/// Writes a type as source text.
#[derive(Clone, Copy)]
pub struct DisplayTy<'a> {
    types: &'a Types,
    ty: Ty,
    /// A type that every function pointer takes before its own parameters.
    hidden: &'a str,
}

impl Types {
    /// The type as it stands in a source file. References are `'static`: custom MIR is not
    /// borrow-checked, and no other lifetime is needed.
    pub fn display(&self, ty: Ty) -> DisplayTy<'_> {
        DisplayTy { types: self, ty, hidden: "" }
    }

    /// The same, where every function takes one more argument, before all others.
    pub fn display_with_hidden<'a>(&'a self, ty: Ty, hidden: &'a str) -> DisplayTy<'a> {
        DisplayTy { types: self, ty, hidden }
    }
}

impl fmt::Display for DisplayTy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = |ty| DisplayTy { ty, ..*self };
        match self.types.kind(self.ty) {
            TyKind::Bool => f.write_str("bool"),
            TyKind::Char => f.write_str("char"),
            TyKind::Int(int) => f.write_str(int.name()),
            TyKind::Float(float) => f.write_str(float.name()),
            TyKind::Never => f.write_str("!"),
            TyKind::Str => f.write_str("str"),
            TyKind::Param(index) => write!(f, "T{index}"),
            TyKind::Tuple(fields) => {
                f.write_str("(")?;
                self.list(f, fields)?;
                f.write_str(if fields.len() == 1 { ",)" } else { ")" })
            }
            TyKind::Array(element, len) => write!(f, "[{}; {len}]", inner(*element)),
            TyKind::Slice(element) => write!(f, "[{}]", inner(*element)),
            TyKind::RawPtr(Mutability::Not, to) => write!(f, "*const {}", inner(*to)),
            TyKind::RawPtr(Mutability::Mut, to) => write!(f, "*mut {}", inner(*to)),
            TyKind::Ref(Mutability::Not, to) => write!(f, "&'static {}", inner(*to)),
            TyKind::Ref(Mutability::Mut, to) => write!(f, "&'static mut {}", inner(*to)),
            TyKind::FnPtr { params, ret } => {
                write!(f, "fn({}", self.hidden)?;
                if !self.hidden.is_empty() && !params.is_empty() {
                    f.write_str(", ")?;
                }
                self.list(f, params)?;
                f.write_str(")")?;
                match self.types.kind(*ret) {
                    TyKind::Tuple(fields) if fields.is_empty() => Ok(()),
                    _ => write!(f, " -> {}", inner(*ret)),
                }
            }
            TyKind::Adt(id) => {
                let def = self.types.adt(*id);
                f.write_str(&def.name)?;
                if def.args.is_empty() {
                    return Ok(());
                }
                f.write_str("<")?;
                self.list(f, &def.args)?;
                f.write_str(">")
            }
        }
    }
}

impl DisplayTy<'_> {
    fn list(&self, f: &mut fmt::Formatter<'_>, tys: &[Ty]) -> fmt::Result {
        for (i, &ty) in tys.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{}", DisplayTy { ty, ..*self })?;
        }
        Ok(())
    }
}
