//! Rebuilding the table of types with only those that a program still mentions.

use crate::syntax::visit::{Visitor, walk_function};
use crate::syntax::*;

/// Copies every type that is still mentioned into a fresh table; definitions keep
/// their order.
pub fn rebuild_types(program: &mut Program) {
    rebuild(program, None);
}

/// Puts another type in the place of one, wherever it is mentioned.
pub fn replace_type(program: &mut Program, from: Ty, to: TyKind) {
    rebuild(program, Some((from, to)));
}

fn rebuild(program: &mut Program, replaced: Option<(Ty, TyKind)>) {
    let used = used_definitions(program, &Items::default());
    let mut mover = Mover::new(std::mem::take(&mut program.types), &used);
    mover.replaced = replaced;
    each_mention(program, &Items::default(), &mut mover);
    program.types = mover.finish();
}

/// Some of a program's items, by their numbers; where nothing is said, all of them.
#[derive(Clone, Default)]
pub(super) struct Items {
    pub functions: Vec<bool>,
    pub statics: Vec<bool>,
    pub consts: Vec<bool>,
}

/// Those of `all` that are marked.
fn marked<'a, T>(all: &'a mut [T], marks: &'a [bool]) -> impl Iterator<Item = &'a mut T> {
    let mut marks = marks.iter();
    all.iter_mut().filter(move |_| *marks.next().unwrap_or(&true))
}

/// Shows a visitor every type and definition that items of the program mention.
fn each_mention(program: &mut Program, items: &Items, visitor: &mut impl Visitor) {
    for function in marked(&mut program.functions, &items.functions) {
        walk_function(function, visitor);
    }
    for item in marked(&mut program.statics, &items.statics) {
        visitor.ty(&mut item.ty);
        tree_types(&mut item.init, visitor);
    }
    for item in marked(&mut program.consts, &items.consts) {
        visitor.ty(&mut item.ty);
        tree_types(&mut item.value, visitor);
    }
    program.entry.args.iter_mut().for_each(|arg| tree_types(arg, visitor));
}

fn tree_types(tree: &mut ConstTree, visitor: &mut impl Visitor) {
    match tree {
        ConstTree::Scalar { ty, .. } => visitor.ty(ty),
        ConstTree::Fields(parts) | ConstTree::Variant(_, parts) => {
            parts.iter_mut().for_each(|part| tree_types(part, visitor));
        }
        ConstTree::Repeat(part, _) | ConstTree::Union(_, part) => tree_types(part, visitor),
        ConstTree::Function(_)
        | ConstTree::StaticAddress(_)
        | ConstTree::Nan
        | ConstTree::Null
        | ConstTree::Uninit
        | ConstTree::Str(_) => {}
    }
}

/// The types that make up a type.
pub(super) fn parts(kind: &TyKind) -> Vec<Ty> {
    match kind {
        TyKind::Tuple(fields) => fields.clone(),
        TyKind::Array(ty, _) | TyKind::Slice(ty) | TyKind::RawPtr(_, ty) | TyKind::Ref(_, ty) => {
            vec![*ty]
        }
        TyKind::FnPtr { params, ret } => params.iter().copied().chain([*ret]).collect(),
        TyKind::Bool
        | TyKind::Char
        | TyKind::Int(_)
        | TyKind::Float(_)
        | TyKind::Never
        | TyKind::Param(_)
        | TyKind::Str
        | TyKind::Adt(_) => Vec::new(),
    }
}

/// The definitions that items of the program mention, and those that they consist of.
pub(super) fn used_definitions(program: &mut Program, items: &Items) -> Vec<bool> {
    #[derive(Default)]
    struct Mentioned(Vec<Ty>, Vec<AdtId>);
    impl Visitor for Mentioned {
        fn ty(&mut self, ty: &mut Ty) {
            self.0.push(*ty);
        }
        fn adt(&mut self, adt: &mut AdtId) {
            self.1.push(*adt);
        }
    }
    let mut mentioned = Mentioned::default();
    each_mention(program, items, &mut mentioned);
    let types = &program.types;
    let mut seen = vec![false; types.len()];
    let mut used = vec![false; types.adts().count()];
    let Mentioned(mut pending, mut definitions) = mentioned;
    loop {
        while let Some(ty) = pending.pop() {
            if !std::mem::replace(&mut seen[ty.index()], true) {
                pending.extend(parts(types.kind(ty)));
                if let TyKind::Adt(id) = types.kind(ty) {
                    definitions.push(*id);
                }
            }
        }
        let Some(id) = definitions.pop() else { return used };
        if !std::mem::replace(&mut used[id.index()], true) {
            let def = types.adt(id);
            pending.extend(def.args.iter().copied());
            pending.extend(def.variants.iter().flat_map(|v| &v.fields).map(|field| field.ty));
        }
    }
}

/// Carries types from the old table to the new one.
struct Mover {
    old: Types,
    new: Types,
    types: Vec<Option<Ty>>,
    definitions: Vec<Option<AdtId>>,
    /// What stands for one of the old types.
    replaced: Option<(Ty, TyKind)>,
}

impl Mover {
    fn new(old: Types, used: &[bool]) -> Mover {
        let mut new = old.none_of_them();
        let copy = |(id, def): (AdtId, &AdtDef)| used[id.index()].then(|| new.add_adt(def.clone()));
        let definitions = old.adts().map(copy).collect();
        Mover { types: vec![None; old.len()], old, new, definitions, replaced: None }
    }

    fn moved(&mut self, ty: Ty) -> Ty {
        if let Some(done) = self.types[ty.index()] {
            return done;
        }
        let kind = match &self.replaced {
            Some((from, to)) if *from == ty => to.clone(),
            _ => self.old.kind(ty).clone(),
        };
        let kind = match kind {
            TyKind::Tuple(fields) => {
                TyKind::Tuple(fields.into_iter().map(|field| self.moved(field)).collect())
            }
            TyKind::Array(element, len) => TyKind::Array(self.moved(element), len),
            TyKind::Slice(element) => TyKind::Slice(self.moved(element)),
            TyKind::RawPtr(mutability, pointee) => TyKind::RawPtr(mutability, self.moved(pointee)),
            TyKind::Ref(mutability, pointee) => TyKind::Ref(mutability, self.moved(pointee)),
            TyKind::FnPtr { params, ret } => {
                let params = params.into_iter().map(|param| self.moved(param)).collect();
                TyKind::FnPtr { params, ret: self.moved(ret) }
            }
            TyKind::Adt(id) => TyKind::Adt(self.definitions[id.index()].unwrap_or(id)),
            leaf @ (TyKind::Bool
            | TyKind::Char
            | TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Never
            | TyKind::Param(_)
            | TyKind::Str) => leaf,
        };
        let new = self.new.intern(kind);
        self.types[ty.index()] = Some(new);
        new
    }

    fn finish(mut self) -> Types {
        for id in (0..self.new.adts().count() as u32).map(AdtId) {
            let mut def = self.new.adt(id).clone();
            def.args.iter_mut().for_each(|arg| *arg = self.moved(*arg));
            for field in def.variants.iter_mut().flat_map(|variant| &mut variant.fields) {
                field.ty = self.moved(field.ty);
            }
            *self.new.adt_mut(id) = def;
        }
        self.new
    }
}

impl Visitor for Mover {
    fn ty(&mut self, ty: &mut Ty) {
        *ty = self.moved(*ty);
    }

    fn adt(&mut self, adt: &mut AdtId) {
        if let Some(new) = self.definitions[adt.index()] {
            *adt = new;
        }
    }
}
