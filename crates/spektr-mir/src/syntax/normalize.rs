//! One numbering of types per program text. Two programs that say the same may have met
//! their types in different orders; after [`Program::normalize`] they are equal.

use super::*;

impl Program {
    /// Renumbers types by their first use in program order and forgets unused ones. The
    /// program's own definitions keep their order and come before those of the library.
    pub fn normalize(&mut self) {
        let old = std::mem::take(&mut self.types);
        let mut walk = Renumbering {
            map: vec![None; old.len()],
            adts: vec![None; old.adts().count()],
            statics: self.statics.iter().map(|item| item.ty).collect(),
            new: old.none_of_them(),
            old: &old,
        };
        walk.new.unit();
        walk.new.bool();
        walk.new.int(IntTy::Usize);
        walk.definitions();
        for item in &mut self.statics {
            walk.ty(&mut item.ty);
            walk.tree(&mut item.init);
        }
        for item in &mut self.consts {
            walk.ty(&mut item.ty);
            walk.tree(&mut item.value);
        }
        for function in &mut self.functions {
            walk.function(function);
        }
        for arg in &mut self.entry.args {
            walk.tree(arg);
        }
        self.types = walk.new;
    }
}

struct Renumbering<'a> {
    old: &'a Types,
    new: Types,
    map: Vec<Option<Ty>>,
    adts: Vec<Option<AdtId>>,
    /// The old types of the statics.
    statics: Vec<Ty>,
}

impl Renumbering<'_> {
    fn definitions(&mut self) {
        let old = self.old;
        let own = || old.adts().filter(|(_, def)| def.origin == AdtOrigin::Local);
        for (id, def) in own() {
            let empty = AdtDef { variants: Vec::new(), ..def.clone() };
            self.adts[id.index()] = Some(self.new.add_adt(empty));
        }
        for (id, def) in own() {
            let mut variants = def.variants.clone();
            self.variants(&mut variants);
            let new = self.adt(id);
            self.new.adt_mut(new).variants = variants;
            // Every definition can be named, so every definition has its type.
            self.new.adt_ty(new);
        }
    }

    fn variants(&mut self, variants: &mut [Variant]) {
        for field in variants.iter_mut().flat_map(|variant| &mut variant.fields) {
            self.ty(&mut field.ty);
        }
    }

    fn adt(&mut self, id: AdtId) -> AdtId {
        if let Some(new) = self.adts[id.index()] {
            return new;
        }
        let mut def = self.old.adt(id).clone();
        def.args.iter_mut().for_each(|arg| self.ty(arg));
        self.variants(&mut def.variants);
        let new = self.new.add_adt(def);
        self.adts[id.index()] = Some(new);
        new
    }

    fn ty(&mut self, ty: &mut Ty) {
        *ty = self.renumbered(*ty);
    }

    fn renumbered(&mut self, ty: Ty) -> Ty {
        if let Some(new) = self.map[ty.index()] {
            return new;
        }
        let mut kind = self.old.kind(ty).clone();
        match &mut kind {
            TyKind::Tuple(fields) => fields.iter_mut().for_each(|field| self.ty(field)),
            TyKind::Array(inner, _)
            | TyKind::Slice(inner)
            | TyKind::RawPtr(_, inner)
            | TyKind::Ref(_, inner) => self.ty(inner),
            TyKind::FnPtr { params, ret } => {
                params.iter_mut().for_each(|param| self.ty(param));
                self.ty(ret);
            }
            TyKind::Adt(id) => *id = self.adt(*id),
            _ => {}
        }
        let new = self.new.intern(kind);
        self.map[ty.index()] = Some(new);
        new
    }

    fn tree(&mut self, tree: &mut ConstTree) {
        match tree {
            ConstTree::Scalar { ty, .. } => self.ty(ty),
            ConstTree::Fields(fields) | ConstTree::Variant(_, fields) => {
                fields.iter_mut().for_each(|field| self.tree(field));
            }
            ConstTree::Repeat(inner, _) | ConstTree::Union(_, inner) => self.tree(inner),
            _ => {}
        }
    }

    fn function(&mut self, function: &mut Function) {
        for local in &mut function.locals {
            self.ty(&mut local.ty);
        }
        for block in &mut function.blocks {
            for statement in &mut block.statements {
                match &mut statement.kind {
                    StatementKind::Assign(_, rvalue) => self.rvalue(rvalue),
                    StatementKind::Assume(operand) => self.operand(operand),
                    _ => {}
                }
            }
            match &mut block.terminator.kind {
                TerminatorKind::Switch { subject, .. } => self.operand(subject),
                TerminatorKind::Call { callee, args, .. }
                | TerminatorKind::TailCall { callee, args } => {
                    match callee {
                        Callee::Pointer(operand) => self.operand(operand),
                        Callee::Intrinsic(_, generics) | Callee::Generic(_, generics) => {
                            generics.iter_mut().for_each(|ty| self.ty(ty));
                        }
                        _ => {}
                    }
                    args.iter_mut().for_each(|arg| self.operand(arg));
                }
                _ => {}
            }
        }
    }

    fn rvalue(&mut self, rvalue: &mut Rvalue) {
        match rvalue {
            Rvalue::Use(a) | Rvalue::Repeat(a, _) | Rvalue::Unary(_, a) => self.operand(a),
            Rvalue::Binary(_, a, b) | Rvalue::Checked(_, a, b) => {
                self.operand(a);
                self.operand(b);
            }
            Rvalue::Cast(_, a, ty) => {
                self.operand(a);
                self.ty(ty);
            }
            Rvalue::Aggregate(kind, operands) => {
                match kind {
                    AggregateKind::Array(element) => self.ty(element),
                    AggregateKind::Adt(id, _) | AggregateKind::Union(id, _) => *id = self.adt(*id),
                    AggregateKind::Tuple => {}
                }
                operands.iter_mut().for_each(|operand| self.operand(operand));
            }
            Rvalue::Ref(..) | Rvalue::RawRef(..) | Rvalue::Discriminant(_) | Rvalue::Len(_) => {}
        }
    }

    fn operand(&mut self, operand: &mut Operand) {
        match operand {
            Operand::Const(Const::Scalar { ty, .. }) => self.ty(ty),
            // These constants have types that need not be written anywhere.
            Operand::Const(Const::Static(mutability, id)) => {
                let pointee = self.statics[id.index()];
                let pointee = self.renumbered(pointee);
                match mutability {
                    Mutability::Not => self.new.reference(Mutability::Not, pointee),
                    Mutability::Mut => self.new.raw(Mutability::Mut, pointee),
                };
            }
            Operand::Const(Const::Str(_)) => {
                let pointee = self.new.intern(TyKind::Str);
                self.new.reference(Mutability::Not, pointee);
            }
            _ => {}
        }
    }
}
