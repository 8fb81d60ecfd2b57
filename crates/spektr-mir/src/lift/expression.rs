//! Places, operands and rvalues as surface Rust. MIR arithmetic wraps, so integers use
//! the wrapping methods; borrows go through raw pointers, so that the borrow checker,
//! which custom MIR never meets, has nothing to object to.

use super::literal;
use crate::syntax::*;
use crate::typing;

pub struct Expressions<'a> {
    pub program: &'a Program,
    pub function: &'a Function,
}

impl Expressions<'_> {
    fn types(&self) -> &Types {
        &self.program.types
    }

    pub fn operand_ty(&self, operand: &Operand) -> Option<Ty> {
        typing::operand_ty(self.program, self.function, operand).ok()
    }

    pub fn place(&self, place: &Place) -> Option<String> {
        let decl = self.function.locals.get(place.local.index())?;
        let mut text =
            if place.local == Local::RETURN { "ret".to_owned() } else { decl.name.clone() };
        let mut ty = decl.ty;
        for &projection in &place.projection {
            match projection {
                Projection::Deref => text = format!("(*{text})"),
                Projection::Field(field) => {
                    let name = match self.types().as_adt(ty) {
                        Some(def) => def.variants.first()?.fields.get(field as usize)?.name.clone(),
                        None => field.to_string(),
                    };
                    text = format!("{text}.{name}");
                }
                Projection::Index(local) => {
                    let index = &self.function.locals.get(local.index())?.name;
                    text = format!("{text}[{index}]");
                }
                Projection::VariantField { .. } => return None,
            }
            ty = typing::projected_ty(self.types(), ty, projection).ok()?;
        }
        Some(text)
    }

    pub fn operand(&self, operand: &Operand) -> Option<String> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => {
                let text = self.place(place)?;
                let ty = self.operand_ty(operand)?;
                let copy = self.is_copy(ty);
                Some(if copy { text } else { format!("core::ptr::read(&raw const {text})") })
            }
            Operand::Const(constant) => self.constant(constant),
        }
    }

    fn is_copy(&self, ty: Ty) -> bool {
        match self.types().kind(ty) {
            TyKind::Ref(Mutability::Mut, _) => false,
            TyKind::Adt(id) => self.types().adt(*id).copy,
            TyKind::Tuple(fields) => fields.iter().all(|&field| self.is_copy(field)),
            TyKind::Array(element, _) => self.is_copy(*element),
            _ => true,
        }
    }

    fn constant(&self, constant: &Const) -> Option<String> {
        match constant {
            Const::Scalar { bits, ty } => Some(match self.types().kind(*ty) {
                TyKind::Bool => (*bits == 1).to_string(),
                TyKind::Char => {
                    format!("'{}'", char::from_u32(*bits as u32)?.escape_unicode())
                }
                TyKind::Int(int) => format!("({})", literal::int(*int, *bits)),
                TyKind::Float(float) => format!("({})", literal::float(*float, *bits)),
                _ => return None,
            }),
            Const::Unit => Some("()".to_owned()),
            Const::Named(id) => Some(self.program.consts.get(id.index())?.name.clone()),
            Const::Static(mutability, id) => {
                let name = &self.program.statics.get(id.index())?.name;
                Some(match mutability {
                    Mutability::Mut => format!("(&raw mut {name})"),
                    Mutability::Not => format!("(&*&raw const {name})"),
                })
            }
            Const::Str(text) => Some(format!("{text:?}")),
        }
    }

    pub fn rvalue(&self, rvalue: &Rvalue) -> Option<String> {
        Some(match rvalue {
            Rvalue::Use(operand) => self.operand(operand)?,
            Rvalue::Repeat(operand, count) => format!("[{}; {count}]", self.operand(operand)?),
            Rvalue::Ref(Mutability::Mut, place) => {
                format!("&mut *(&raw mut {})", self.place(place)?)
            }
            Rvalue::Ref(Mutability::Not, place) => format!("&*(&raw const {})", self.place(place)?),
            Rvalue::RawRef(Mutability::Mut, place) => format!("&raw mut {}", self.place(place)?),
            Rvalue::RawRef(Mutability::Not, place) => format!("&raw const {}", self.place(place)?),
            Rvalue::Unary(op, operand) => self.unary(*op, operand)?,
            Rvalue::Binary(op, left, right) => self.binary(*op, left, right)?,
            Rvalue::Checked(op, left, right) => {
                let method = match op {
                    BinOp::Add => "add",
                    BinOp::Sub => "sub",
                    BinOp::Mul => "mul",
                    _ => return None,
                };
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                format!("({left}).overflowing_{method}({right})")
            }
            Rvalue::Cast(CastKind::Transmute, operand, ty) => {
                let from = self.types().display(self.operand_ty(operand)?).to_string();
                let to = self.types().display(*ty);
                format!("core::mem::transmute::<{from}, {to}>({})", self.operand(operand)?)
            }
            Rvalue::Cast(_, operand, ty) => {
                format!("{} as {}", self.operand(operand)?, self.types().display(*ty))
            }
            Rvalue::Discriminant(_) | Rvalue::Len(_) => return None,
            Rvalue::Aggregate(kind, operands) => self.aggregate(kind, operands)?,
        })
    }

    fn unary(&self, op: UnOp, operand: &Operand) -> Option<String> {
        let text = self.operand(operand)?;
        let int = matches!(self.types().kind(self.operand_ty(operand)?), TyKind::Int(_));
        Some(match op {
            UnOp::Not => format!("!{text}"),
            UnOp::Neg if int => format!("({text}).wrapping_neg()"),
            UnOp::Neg => format!("-{text}"),
            UnOp::PtrMetadata => format!("({text} as *const [_]).len()"),
        })
    }

    fn binary(&self, op: BinOp, left: &Operand, right: &Operand) -> Option<String> {
        let int = matches!(self.types().kind(self.operand_ty(left)?), TyKind::Int(_));
        let (left, right) = (self.operand(left)?, self.operand(right)?);
        Some(match op {
            BinOp::Add if int => format!("({left}).wrapping_add({right})"),
            BinOp::Sub if int => format!("({left}).wrapping_sub({right})"),
            BinOp::Mul if int => format!("({left}).wrapping_mul({right})"),
            BinOp::Shl => format!("({left}).wrapping_shl({right} as u32)"),
            BinOp::Shr => format!("({left}).wrapping_shr({right} as u32)"),
            BinOp::Offset => format!("({left}).offset({right} as isize)"),
            _ => format!("({left} {} {right})", op.symbol()),
        })
    }

    fn aggregate(&self, kind: &AggregateKind, parts: &[Operand]) -> Option<String> {
        let texts: Option<Vec<String>> = parts.iter().map(|part| self.operand(part)).collect();
        let texts = texts?;
        let named = |path: String, variant: &Variant, texts: Vec<String>| match variant.shape {
            VariantShape::Unit => path,
            VariantShape::Tuple => format!("{path}({})", texts.join(", ")),
            VariantShape::Named => {
                let fields = variant.fields.iter().zip(texts);
                let fields: Vec<String> =
                    fields.map(|(field, text)| format!("{}: {text}", field.name)).collect();
                format!("{path} {{ {} }}", fields.join(", "))
            }
        };
        Some(match kind {
            AggregateKind::Tuple if texts.len() == 1 => format!("({},)", texts[0]),
            AggregateKind::Tuple => format!("({})", texts.join(", ")),
            AggregateKind::Array(_) => format!("[{}]", texts.join(", ")),
            AggregateKind::Adt(id, variant) => {
                let def = self.types().adt(*id);
                if !def.args.is_empty() {
                    return self.library(def, *variant, &texts);
                }
                let path = def.name.clone();
                let variant = def.variants.get(*variant as usize)?;
                let path = match def.kind {
                    AdtKind::Enum => format!("{path}::{}", variant.name),
                    AdtKind::Struct | AdtKind::Union => path,
                };
                named(path, variant, texts)
            }
            AggregateKind::Union(id, field) => {
                let def = self.types().adt(*id);
                let field = def.variants.first()?.fields.get(*field as usize)?;
                format!("{} {{ {}: {} }}", def.name, field.name, texts.first()?)
            }
        })
    }

    /// Of the library's generic types only `Option` has constructors that can be named.
    fn library(&self, def: &AdtDef, variant: u32, texts: &[String]) -> Option<String> {
        match (def.origin, def.variants.get(variant as usize)?.name.as_str()) {
            (AdtOrigin::Core(CoreAdt::Option), "Some") => Some(format!("Some({})", texts.first()?)),
            (AdtOrigin::Core(CoreAdt::Option), "None") => Some("None".to_owned()),
            _ => None,
        }
    }
}
