//! Places, operands and constants as the compiler writes them.

use super::body::Body;
use super::scan::{Result, Scanner};
use super::{Inline, Reader};
use crate::parse::{float_bits, read_char};
use crate::syntax::*;
use crate::typing::{operand_ty, projected_ty};

/// Variants of `Ordering`, which the compiler writes without their type.
const ORDERINGS: [&str; 3] = ["Less", "Equal", "Greater"];

/// A place while it is read: with its type, and the variant it was last looked at as.
struct Looked {
    place: Place,
    ty: Ty,
    variant: Option<u32>,
}

impl Reader<'_> {
    pub fn place(&mut self, body: &mut Body, text: &mut Scanner<'_>) -> Result<(Place, Ty)> {
        let looked = self.looked(body, text)?;
        match looked.variant {
            None => Ok((looked.place, looked.ty)),
            Some(_) => text.fail("a field of the variant"),
        }
    }

    fn looked(&mut self, body: &mut Body, text: &mut Scanner<'_>) -> Result<Looked> {
        let mut looked = if text.eat("(") {
            let inner = match text.eat("*") {
                true => {
                    let (place, ty) = self.place(body, text)?;
                    let looked = Looked { place, ty, variant: None };
                    self.projected(looked, Projection::Deref)?
                }
                false => {
                    let inner = self.looked(body, text)?;
                    self.part(inner, text)?
                }
            };
            text.expect(")")?;
            inner
        } else {
            let local = self.local(text)?;
            let ty = body.ty_of(local)?;
            Looked { place: Place::local(local), ty, variant: None }
        };
        while text.rest.starts_with('[') {
            text.take(1);
            let index = match text.sees("_") {
                true => self.local(text)?,
                false => {
                    // `[1 of 2]`: an index that is known, held by a local of its own.
                    let index = text.number()?;
                    text.expect("of")?;
                    text.number::<u64>()?;
                    body.index_local(&mut self.program.types, index)
                }
            };
            text.expect("]")?;
            looked = self.projected(looked, Projection::Index(index))?;
        }
        Ok(looked)
    }

    /// ` as variant#1` or `.0: T`.
    fn part(&mut self, looked: Looked, text: &mut Scanner<'_>) -> Result<Looked> {
        if text.eat("as variant#") {
            return Ok(Looked { variant: Some(text.number()?), ..looked });
        }
        if text.eat_word("as") {
            let name = text.word();
            let def = self.program.types.as_adt(looked.ty);
            let position = def.and_then(|it| it.variants.iter().position(|it| it.name == name));
            return match position {
                Some(variant) => Ok(Looked { variant: Some(variant as u32), ..looked }),
                None => text.fail("a variant of the type"),
            };
        }
        text.expect(".")?;
        let field = self.namesake(looked.ty, text.number()?);
        text.expect(":")?;
        text.until(&[')']);
        let projection = match looked.variant {
            Some(variant) => Projection::VariantField { variant, field },
            None => Projection::Field(field),
        };
        self.projected(looked, projection)
    }

    /// Of a union's fields of one type the first: the compiler's text does not tell which of them
    /// an aggregate sets, and to the compiler they are the same bytes.
    fn namesake(&self, ty: Ty, field: u32) -> u32 {
        let Some(def) = self.program.types.as_adt(ty).filter(|def| def.kind == AdtKind::Union)
        else {
            return field;
        };
        let fields = &def.variants[0].fields;
        let wanted = fields.get(field as usize).map(|it| it.ty);
        let first = fields.iter().position(|it| Some(it.ty) == wanted);
        first.map_or(field, |first| first as u32)
    }

    fn projected(&self, looked: Looked, projection: Projection) -> Result<Looked> {
        let types = &self.program.types;
        if projection == Projection::Deref && !looked.place.projection.is_empty() {
            return Err("a pointer in the middle of a place is followed".to_owned());
        }
        let ty = projected_ty(types, looked.ty, projection).map_err(|it| it.describe(types))?;
        Ok(Looked { place: looked.place.then(projection), ty, variant: None })
    }

    pub fn local(&self, text: &mut Scanner<'_>) -> Result<Local> {
        text.expect("_")?;
        Ok(Local(text.number()?))
    }

    pub fn operand(&mut self, body: &mut Body, text: &mut Scanner<'_>) -> Result<(Operand, Ty)> {
        if text.eat_word("copy") {
            let (place, ty) = self.place(body, text)?;
            return Ok((Operand::Copy(place), ty));
        }
        if text.eat_word("move") {
            let (place, ty) = self.place(body, text)?;
            return Ok((Operand::Move(place), ty));
        }
        if !text.eat_word("const") {
            return text.fail("an operand");
        }
        let constant = self.constant(text)?;
        let operand = Operand::Const(constant);
        let ty = operand_ty(&self.program, &body.function, &operand)
            .map_err(|it| it.describe(&self.program.types))?;
        Ok((operand, ty))
    }

    fn constant(&mut self, text: &mut Scanner<'_>) -> Result<Const> {
        if text.eat("{alloc") {
            return self.address(text);
        }
        if let Some(constant) = self.inline_constant(text) {
            return constant;
        }
        if let Some(constant) = self.computed(text)? {
            return Ok(constant);
        }
        let name = text.rest.trim_start();
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        let item = self.program.consts.iter().position(|it| it.name == name[..end]);
        if let Some(id) = item.filter(|_| end > 0) {
            text.word();
            return Ok(Const::Named(ConstId(id as u32)));
        }
        let (tree, ty) = self.tree(text)?;
        Ok(match tree {
            ConstTree::Scalar { bits, ty } => Const::Scalar { bits, ty },
            ConstTree::Fields(fields) if fields.is_empty() && self.is_unit(ty) => Const::Unit,
            value => {
                let name = format!("read_{}", self.program.consts.len());
                self.program.consts.push(ConstItem { name, ty, value });
                Const::Named(ConstId(self.program.consts.len() as u32 - 1))
            }
        })
    }

    /// `f::{constant#0}`, if it is one.
    fn inline_constant(&mut self, text: &mut Scanner<'_>) -> Option<Result<Const>> {
        let mut ahead = *text;
        let function = ahead.word().to_owned();
        if !ahead.eat("::{constant#") {
            return None;
        }
        let number = ahead.number::<u64>().ok().filter(|_| ahead.eat("}"))?;
        let constant = match self.inline.get(&(function, number)) {
            Some(Inline::Unit) => Const::Unit,
            Some(&Inline::Float(bits, float)) => {
                Const::Scalar { bits, ty: self.program.types.float(float) }
            }
            None => return Some(text.fail("a constant whose value is told")),
        };
        *text = ahead;
        Some(Ok(constant))
    }

    fn is_unit(&self, ty: Ty) -> bool {
        *self.program.types.kind(ty) == TyKind::Tuple(Vec::new())
    }

    /// `{alloc1: *mut u8}` of a static; what stands behind `alloc1` is told after the body.
    fn address(&mut self, text: &mut Scanner<'_>) -> Result<Const> {
        let number: u64 = text.number()?;
        if !text.eat(":") {
            return text.fail("the whole of a static");
        }
        let ty = self.ty(text)?;
        text.expect("}")?;
        let Some(&id) = self.statics.get(&number) else {
            return Err(format!("alloc{number} is no static"));
        };
        let pointee = self.program.types.pointee(ty);
        if pointee != Some(self.program.statics[id.index()].ty) {
            return Err(format!("alloc{number} is looked at as another type"));
        }
        match self.program.types.kind(ty) {
            TyKind::RawPtr(Mutability::Mut, _) => Ok(Const::Static(Mutability::Mut, id)),
            TyKind::Ref(Mutability::Not, _) => Ok(Const::Static(Mutability::Not, id)),
            _ => Err(format!("alloc{number} is looked at through another pointer")),
        }
    }

    /// A value that is written out.
    fn tree(&mut self, text: &mut Scanner<'_>) -> Result<(ConstTree, Ty)> {
        if text.eat("(") {
            let fields = self.trees(text, ")")?;
            let (trees, tys) = fields.into_iter().unzip();
            return Ok((ConstTree::Fields(trees), self.program.types.tuple(tys)));
        }
        if text.eat("[") {
            let elements = self.trees(text, "]")?;
            let Some(&(_, element)) = elements.first() else { return text.fail("an element") };
            let ty = self.program.types.array(element, elements.len() as u64);
            return Ok((ConstTree::Fields(elements.into_iter().map(|it| it.0).collect()), ty));
        }
        if text.eat("{transmute(") {
            return self.invalid(text);
        }
        if text.eat("{0x0 as ") {
            let ty = self.ty(text)?;
            text.expect("}")?;
            return Ok((ConstTree::Null, ty));
        }
        if let Some(ty) = self.nan(text) {
            return Ok((ConstTree::Nan, ty));
        }
        match self.scalar(text)? {
            Some((bits, ty)) => Ok((ConstTree::Scalar { bits, ty }, ty)),
            None => self.named_tree(text),
        }
    }

    /// `{transmute(0xffffffff): char}`: bits that are no value of their type.
    fn invalid(&mut self, text: &mut Scanner<'_>) -> Result<(ConstTree, Ty)> {
        text.expect("0x")?;
        let bits = u128::from_str_radix(text.word(), 16).map_err(|it| it.to_string())?;
        text.expect("):")?;
        let ty = self.ty(text)?;
        text.expect("}")?;
        match self.program.types.kind(ty) {
            TyKind::Char | TyKind::Bool => Ok((ConstTree::Scalar { bits, ty }, ty)),
            _ => text.fail("a value whose bytes are told"),
        }
    }

    /// Values up to a bracket, which is taken.
    fn trees(&mut self, text: &mut Scanner<'_>, end: &str) -> Result<Vec<(ConstTree, Ty)>> {
        let mut all = Vec::new();
        while !text.eat(end) {
            all.push(self.tree(text)?);
            if !text.eat(",") {
                text.expect(end)?;
                break;
            }
        }
        Ok(all)
    }

    /// `S {{ f0: 1_u8 }}`, `E::V(true)` or `E::V`.
    fn named_tree(&mut self, text: &mut Scanner<'_>) -> Result<(ConstTree, Ty)> {
        let path = self.path(text)?;
        let (id, variant) = self.variant(&path)?;
        let ty = self.program.types.adt_ty(id);
        let mut fields = Vec::new();
        if text.eat("(") {
            fields = self.trees(text, ")")?;
        } else if text.eat("{{") {
            while !text.eat("}}") {
                text.word();
                text.expect(":")?;
                fields.push(self.tree(text)?);
                text.eat(",");
            }
        }
        let def = self.program.types.adt(id);
        if def.variants[variant as usize].fields.len() != fields.len() {
            return text.fail("a value for every field");
        }
        let trees = fields.into_iter().map(|it| it.0).collect();
        Ok(match def.kind {
            AdtKind::Struct => (ConstTree::Fields(trees), ty),
            AdtKind::Enum => (ConstTree::Variant(variant, trees), ty),
            AdtKind::Union => return text.fail("a value whose bytes are told"),
        })
    }

    /// The type and variant that a path names.
    pub fn variant(&mut self, path: &super::types::Path<'_>) -> Result<(AdtId, u32)> {
        if let Some(variant) = ORDERINGS.iter().position(|name| path.segments == [*name]) {
            return Ok((self.program.types.core_adt(CoreAdt::Ordering, &[]), variant as u32));
        }
        if let Some(id) = self.adt(path) {
            let def = self.program.types.adt(id);
            if def.kind != AdtKind::Enum {
                return Ok((id, 0));
            }
        }
        if let [.., name, variant] = path.segments[..]
            && let Some(id) = self.adt_named(name, &path.generics)
        {
            let variants = &self.program.types.adt(id).variants;
            if let Some(index) = variants.iter().position(|it| it.name == variant) {
                return Ok((id, index as u32));
            }
        }
        Err(format!("`{}` names nothing that the machine knows", path.segments.join("::")))
    }

    /// `NaN_f64`, which says neither sign nor payload.
    fn nan(&mut self, text: &mut Scanner<'_>) -> Option<Ty> {
        let mut ahead = *text;
        let name = ahead.word().strip_prefix("NaN_")?;
        let float = FloatTy::ALL.into_iter().find(|it| it.name() == name)?;
        *text = ahead;
        Some(self.program.types.float(float))
    }

    /// A literal: `1_u8`, `u8::MAX`, `-1.5f32`, `true`, `'a'`.
    fn scalar(&mut self, text: &mut Scanner<'_>) -> Result<Option<(u128, Ty)>> {
        for (word, bits) in [("true", 1), ("false", 0)] {
            if text.eat_word(word) {
                return Ok(Some((bits, self.program.types.bool())));
            }
        }
        if text.sees("'") {
            return self.character(text).map(Some);
        }
        let trimmed = text.rest.trim_start();
        let digits = trimmed.trim_start_matches(['-', '+']);
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
        if !is_number && !digits.starts_with("Inf_f") {
            return self.extreme(text);
        }
        text.rest = trimmed;
        let mut before = ' ';
        let end = trimmed.char_indices().find(|&(at, c)| {
            let sign = (c == '-' || c == '+') && (at == 0 || before == 'E');
            before = c;
            !(c.is_alphanumeric() || c == '_' || c == '.' || sign)
        });
        let literal = text.take(end.map_or(trimmed.len(), |(at, _)| at));
        self.number_literal(literal).map(Some)
    }

    fn character(&mut self, text: &mut Scanner<'_>) -> Result<(u128, Ty)> {
        let trimmed = text.rest.trim_start();
        let mut escaped = false;
        let end = trimmed.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == '\'' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let Some((end, _)) = end else { return text.fail("a character") };
        text.rest = trimmed;
        let literal = text.take(end + 1);
        let character = read_char(literal, Span::default()).map_err(|it| it.message)?;
        Ok((u128::from(u32::from(character)), self.program.types.char()))
    }

    /// `u8::MAX` and `i8::MIN`.
    fn extreme(&mut self, text: &mut Scanner<'_>) -> Result<Option<(u128, Ty)>> {
        let mut ahead = *text;
        let name = ahead.word();
        let Some(int) = IntTy::ALL.into_iter().find(|it| it.name() == name) else {
            return Ok(None);
        };
        ahead.expect("::")?;
        let all = u128::MAX >> (128 - int.bits());
        let highest = 1_u128 << (int.bits() - 1);
        let bits = match (ahead.word(), int.is_signed()) {
            ("MAX", false) => all,
            ("MAX", true) => highest - 1,
            ("MIN", true) => highest,
            ("MIN", false) => 0,
            _ => return text.fail("`MIN` or `MAX`"),
        };
        *text = ahead;
        Ok(Some((bits, self.program.types.int(int))))
    }

    fn number_literal(&mut self, literal: &str) -> Result<(u128, Ty)> {
        let fault = || format!("`{literal}` is no number");
        let suffix = literal.rsplit_once('_');
        let int = |suffix: &str| IntTy::ALL.into_iter().find(|it| it.name() == suffix);
        if let Some((digits, int)) = suffix.and_then(|(digits, it)| Some((digits, int(it)?))) {
            let bits = match digits.strip_prefix('-') {
                Some(digits) => digits.parse::<u128>().map_err(|_| fault())?.wrapping_neg(),
                None => digits.parse::<u128>().map_err(|_| fault())?,
            };
            let bits = bits & (u128::MAX >> (128 - int.bits()));
            return Ok((bits, self.program.types.int(int)));
        }
        let float = FloatTy::ALL.into_iter().find(|it| literal.ends_with(it.name()));
        let float = float.ok_or_else(fault)?;
        let digits = literal.strip_suffix(float.name()).ok_or_else(fault)?;
        let digits = digits.trim_end_matches('_');
        let negative = digits.starts_with('-');
        let digits = digits.trim_start_matches(['-', '+']);
        let sign = 1_u128 << (float.bits() - 1);
        let format = float.format();
        let magnitude = match digits {
            "Inf" => format.infinity(),
            _ => float_bits(digits, float, Span::default()).map_err(|it| it.message)?,
        };
        let bits = if negative { magnitude | sign } else { magnitude };
        Ok((bits, self.program.types.float(float)))
    }
}
