//! Constant values: initial values of `const` and `static` items, and what `main` passes.

use super::ast::{Expr, ExprKind};
use super::constructor::{Constructor, constructor, instance_of};
use super::cursor::Cursor;
use super::expr::Reader;
use super::fault::{Fault, Result, fault};
use super::items::{ValueItem, ValueKind};
use super::names::{Names, Value};
use super::scalar::read_scalar;
use super::types::read_ty;
use crate::syntax::*;

/// A value that holds the address of one that was set aside is set aside too; chains
/// longer than this are an error.
const ROUNDS: usize = 16;

/// Reads the `const` and `static` items. What cannot be read is set aside with the
/// reason: it is told when something names it.
pub(crate) fn read_values<'a>(
    cursor: &Cursor<'a>,
    items: &[ValueItem<'a>],
    names: &mut Names<'a>,
    program: &mut Program,
) -> Result<()> {
    let mut readable: Vec<(&ValueItem<'a>, Ty)> = Vec::new();
    for item in items.iter().filter(|item| item.name != "_") {
        if names.values.contains_key(item.name) {
            return fault(item.span, format!("`{}` is defined twice", item.name));
        }
        let mut at = cursor.within(item.ty.clone());
        let ty = read_ty(&mut at, names, &mut program.types);
        let ty = if at.done() || ty.is_err() { ty } else { at.unexpected("`=`") };
        match ty {
            Ok(ty) => {
                readable.push((item, ty));
                // The numbers are given below.
                names.values.insert(item.name, Value::Const(ConstId(0)));
            }
            Err(reason) => {
                names.values.insert(item.name, Value::Unreadable(reason));
            }
        }
    }
    for _ in 0..ROUNDS {
        match read_round(cursor, &readable, names, program) {
            None => return Ok(()),
            Some((at, reason)) => {
                let (item, _) = readable.remove(at);
                names.values.insert(item.name, Value::Unreadable(reason));
            }
        }
    }
    match read_round(cursor, &readable, names, program) {
        None => Ok(()),
        Some((_, reason)) => Err(reason),
    }
}

/// Numbers and reads all items; stops at the first that cannot be read.
fn read_round<'a>(
    cursor: &Cursor<'a>,
    readable: &[(&ValueItem<'a>, Ty)],
    names: &mut Names<'a>,
    program: &mut Program,
) -> Option<(usize, Box<Fault>)> {
    let (mut statics, mut consts) = (0, 0);
    for (item, _) in readable {
        let next = match item.kind {
            ValueKind::Const => &mut consts,
            ValueKind::Static | ValueKind::StaticMut => &mut statics,
        };
        let value = match item.kind {
            ValueKind::Const => Value::Const(ConstId(*next)),
            ValueKind::Static | ValueKind::StaticMut => Value::Static(StaticId(*next)),
        };
        *next += 1;
        names.values.insert(item.name, value);
    }
    program.statics.clear();
    program.consts.clear();
    for (at, &(item, ty)) in readable.iter().enumerate() {
        let value = match read_value(cursor, item, ty, names, program) {
            Ok(value) => value,
            Err(reason) => return Some((at, reason)),
        };
        let name = item.name.to_owned();
        match item.kind {
            ValueKind::Const => program.consts.push(ConstItem { name, ty, value }),
            ValueKind::Static | ValueKind::StaticMut => {
                let mutable = item.kind == ValueKind::StaticMut;
                program.statics.push(Static { name, ty, mutable, init: value });
            }
        }
    }
    None
}

fn read_value<'a>(
    cursor: &Cursor<'a>,
    item: &ValueItem<'a>,
    ty: Ty,
    names: &Names<'a>,
    program: &mut Program,
) -> Result<ConstTree> {
    if let (Some(&length), TyKind::Int(IntTy::Usize)) =
        (names.lengths.get(item.name), program.types.kind(ty))
    {
        return Ok(ConstTree::Scalar { bits: u128::from(length), ty });
    }
    let at = cursor.within(item.value.clone());
    let mut reader = Reader { cursor: at, names, types: &mut program.types, struct_allowed: true };
    let expr = reader.expr()?;
    if !reader.cursor.done() {
        return reader.cursor.unexpected("`;`");
    }
    Trees { names, types: &mut program.types }.tree(&expr, ty)
}

/// Reads trees of constants against the type they must have.
pub(crate) struct Trees<'a, 'n> {
    pub names: &'n Names<'a>,
    pub types: &'n mut Types,
}

impl Trees<'_, '_> {
    pub fn tree(&mut self, expr: &Expr<'_>, ty: Ty) -> Result<ConstTree> {
        if let Some(scalar) = read_scalar(expr)? {
            return match scalar.expect(self.types.kind(ty))? {
                Some((bits, kind)) => {
                    let ty = self.types.intern(kind);
                    Ok(ConstTree::Scalar { bits, ty })
                }
                None => self.mismatch(expr.span, ty),
            };
        }
        match &expr.kind {
            ExprKind::ConstBlock(inner) => self.tree(inner, ty),
            ExprKind::Cast(inner, to) if *to == ty && read_scalar(inner)?.is_none() => {
                self.tree(inner, ty)
            }
            ExprKind::Str(text) => Ok(ConstTree::Str(text.clone())),
            ExprKind::Tuple(items) => match self.types.kind(ty).clone() {
                TyKind::Tuple(fields) if fields.len() == items.len() => self.fields(items, &fields),
                _ => self.mismatch(expr.span, ty),
            },
            ExprKind::Array(items) => match *self.types.kind(ty) {
                TyKind::Array(element, len) if len == items.len() as u64 => {
                    self.fields(items, &vec![element; items.len()])
                }
                _ => self.mismatch(expr.span, ty),
            },
            ExprKind::Repeat(item, len) => match *self.types.kind(ty) {
                TyKind::Array(element, expected) if expected == *len => {
                    let item = self.tree(item, element)?;
                    Ok(ConstTree::Repeat(Box::new(item), *len))
                }
                _ => self.mismatch(expr.span, ty),
            },
            ExprKind::Borrow(_, inner) | ExprKind::RawBorrow(_, inner) => {
                match inner.last_segment().and_then(|name| self.names.values.get(name)) {
                    Some(Value::Static(id)) => Ok(ConstTree::StaticAddress(*id)),
                    Some(Value::Unreadable(reason)) => Err(reason.clone()),
                    _ => fault(expr.span, "only statics can be borrowed in a constant"),
                }
            }
            ExprKind::Struct(path, fields) => {
                let (id, variant) =
                    self.constructor(&path.segments, &path.generics, ty, path.span)?;
                self.named(id, variant, fields, expr.span)
            }
            ExprKind::Name(_) | ExprKind::Path(_) => self.path(expr, ty),
            ExprKind::Call(callee, args) => self.call(callee, args, ty, expr.span),
            ExprKind::Method(_, name, _) => {
                fault(expr.span, format!("method call `{name}` is not a constant"))
            }
            _ => fault(expr.span, "this is not a constant that spektr can read"),
        }
    }

    fn mismatch<T>(&self, span: Span, ty: Ty) -> Result<T> {
        fault(span, format!("this is not a constant of type `{}`", self.types.display(ty)))
    }

    fn fields(&mut self, items: &[Expr<'_>], tys: &[Ty]) -> Result<ConstTree> {
        let trees = items.iter().zip(tys).map(|(item, &ty)| self.tree(item, ty));
        Ok(ConstTree::Fields(trees.collect::<Result<_>>()?))
    }

    fn constructor(
        &mut self,
        segments: &[&str],
        generics: &[Ty],
        ty: Ty,
        span: Span,
    ) -> Result<(AdtId, u32)> {
        match constructor(segments, generics, span, self.names, self.types)? {
            Some(Constructor::Of(id, variant)) => Ok((id, variant)),
            Some(Constructor::Generic(core, variant)) => {
                match instance_of(core, Some(ty), self.types) {
                    Some(id) => Ok((id, variant)),
                    None => self.mismatch(span, ty),
                }
            }
            None => fault(span, format!("`{}` is not a known constant", segments.join("::"))),
        }
    }

    fn path(&mut self, expr: &Expr<'_>, ty: Ty) -> Result<ConstTree> {
        let segments = expr.segments().unwrap_or(&[]);
        if let [name] = segments {
            if let Some(&id) = self.names.functions.get(name) {
                return Ok(ConstTree::Function(id));
            }
            if let Some(Value::Unreadable(reason)) = self.names.values.get(name) {
                return Err(reason.clone());
            }
        }
        let (id, variant) = self.constructor(segments, expr.generics(), ty, expr.span)?;
        self.build(id, variant, Vec::new(), expr.span)
    }

    fn call(
        &mut self,
        callee: &Expr<'_>,
        args: &[Expr<'_>],
        ty: Ty,
        span: Span,
    ) -> Result<ConstTree> {
        let segments = callee.segments().unwrap_or(&[]);
        match (segments, args) {
            ([.., "black_box"], [arg]) => return self.tree(arg, ty),
            ([.., "null" | "null_mut"], []) => return Ok(ConstTree::Null),
            ([path @ .., "uninit"], []) if self.is(path, CoreAdt::MaybeUninit) => {
                return Ok(ConstTree::Uninit);
            }
            ([path @ .., "new" | "new_unchecked"], [arg]) => {
                if let Some(core) = self.names.core_adt(path) {
                    return self.wrapped(core, arg, ty, span);
                }
            }
            _ => {}
        }
        let (id, variant) = self.constructor(segments, callee.generics(), ty, callee.span)?;
        let fields: Vec<Ty> = self.types.adt(id).variants[variant as usize]
            .fields
            .iter()
            .map(|field| field.ty)
            .collect();
        if fields.len() != args.len() {
            return fault(span, "wrong number of fields");
        }
        let trees = args.iter().zip(fields).map(|(arg, ty)| self.tree(arg, ty));
        let trees = trees.collect::<Result<_>>()?;
        self.build(id, variant, trees, span)
    }

    fn is(&self, path: &[&str], core: CoreAdt) -> bool {
        self.names.core_adt(path) == Some(core)
    }

    /// `UnsafeCell::new(x)` and the like.
    fn wrapped(&mut self, core: CoreAdt, arg: &Expr<'_>, ty: Ty, span: Span) -> Result<ConstTree> {
        let Some(id) = instance_of(core, Some(ty), self.types) else {
            return self.mismatch(span, ty);
        };
        let Some(&inner) = self.types.adt(id).args.first() else {
            return self.mismatch(span, ty);
        };
        let one = |tree| ConstTree::Fields(vec![tree]);
        match core {
            CoreAdt::UnsafeCell | CoreAdt::ManuallyDrop => Ok(one(self.tree(arg, inner)?)),
            CoreAdt::Cell => Ok(one(one(self.tree(arg, inner)?))),
            CoreAdt::MaybeUninit => Ok(ConstTree::Union(1, Box::new(one(self.tree(arg, inner)?)))),
            CoreAdt::NonNull => {
                let pointer = self.types.raw(Mutability::Mut, inner);
                Ok(one(self.tree(arg, pointer)?))
            }
            CoreAdt::Option | CoreAdt::Ordering | CoreAdt::Wrapping => self.mismatch(span, ty),
        }
    }

    fn named(
        &mut self,
        id: AdtId,
        variant: u32,
        fields: &[(&str, Expr<'_>)],
        span: Span,
    ) -> Result<ConstTree> {
        let def = self.types.adt(id);
        let wanted: Vec<(String, Ty)> = def.variants[variant as usize]
            .fields
            .iter()
            .map(|field| (field.name.clone(), field.ty))
            .collect();
        if def.kind == AdtKind::Union {
            let [(name, value)] = fields else { return fault(span, "a union has one value") };
            let index = wanted.iter().position(|(wanted, _)| wanted == name);
            let Some(index) = index else {
                return fault(span, format!("there is no field `{name}`"));
            };
            let tree = self.tree(value, wanted[index].1)?;
            return Ok(ConstTree::Union(index as u32, Box::new(tree)));
        }
        let mut trees = Vec::new();
        for (name, ty) in &wanted {
            match fields.iter().find(|(given, _)| given == name) {
                Some((_, value)) => trees.push(self.tree(value, *ty)?),
                None => return fault(span, format!("field `{name}` is missing")),
            }
        }
        if wanted.len() != fields.len() {
            return fault(span, "there are more fields than the type has");
        }
        self.build(id, variant, trees, span)
    }

    fn build(
        &mut self,
        id: AdtId,
        variant: u32,
        trees: Vec<ConstTree>,
        span: Span,
    ) -> Result<ConstTree> {
        let def = self.types.adt(id);
        if def.variants[variant as usize].fields.len() != trees.len() {
            return fault(span, "wrong number of fields");
        }
        match def.kind {
            AdtKind::Struct => Ok(ConstTree::Fields(trees)),
            AdtKind::Enum => Ok(ConstTree::Variant(variant, trees)),
            AdtKind::Union => fault(span, "a union has one value"),
        }
    }
}
