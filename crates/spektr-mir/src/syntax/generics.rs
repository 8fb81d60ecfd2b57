//! Type parameters. Passes of a compiler see a generic function once, with its parameters;
//! whoever runs it sees one function for every list of types that it is called with.

use super::visit::{Visitor, walk_function};
use super::*;

/// Lists of types that generic functions are called with, at most: some call themselves with
/// ever larger ones.
const MAX_INSTANCES: usize = 1024;

/// A program in which every call of a generic function is one of a function made for its types.
#[derive(Clone, Debug)]
pub struct Instances {
    /// The functions of the original, then those that were made.
    pub program: Program,
    /// What each function was made from: itself, or a generic one.
    pub templates: Vec<FnId>,
}

impl Types {
    /// Whether a type parameter occurs in the type.
    pub fn has_params(&self, ty: Ty) -> bool {
        self.mentions(ty, &|kind| matches!(kind, TyKind::Param(_)))
    }

    /// Whether a type or what it is written with is of this kind. Definitions are not opened.
    pub fn mentions(&self, ty: Ty, wanted: &dyn Fn(&TyKind) -> bool) -> bool {
        let any = |parts: &[Ty]| parts.iter().any(|&part| self.mentions(part, wanted));
        let kind = self.kind(ty);
        wanted(kind)
            || match kind {
                TyKind::Tuple(parts) => any(parts),
                TyKind::Array(part, _)
                | TyKind::Slice(part)
                | TyKind::RawPtr(_, part)
                | TyKind::Ref(_, part) => any(&[*part]),
                TyKind::FnPtr { params, ret } => any(params) || any(&[*ret]),
                // Only types of the library take arguments.
                TyKind::Adt(id) => any(&self.adt(*id).args),
                _ => false,
            }
    }

    /// The type with its parameters filled in, added if it is new.
    pub fn fill(&mut self, ty: Ty, args: &[Ty]) -> Ty {
        if !self.has_params(ty) {
            return ty;
        }
        let mut kind = self.kind(ty).clone();
        match &mut kind {
            // A parameter too many is refused by `wellformed`.
            TyKind::Param(index) => return args.get(*index as usize).copied().unwrap_or(ty),
            TyKind::Tuple(parts) => {
                parts.iter_mut().for_each(|part| *part = self.fill(*part, args))
            }
            TyKind::Array(part, _)
            | TyKind::Slice(part)
            | TyKind::RawPtr(_, part)
            | TyKind::Ref(_, part) => *part = self.fill(*part, args),
            TyKind::FnPtr { params, ret } => {
                params.iter_mut().for_each(|param| *param = self.fill(*param, args));
                *ret = self.fill(*ret, args);
            }
            TyKind::Adt(id) => *id = self.fill_adt(*id, args),
            _ => {}
        }
        self.intern(kind)
    }

    fn fill_adt(&mut self, id: AdtId, args: &[Ty]) -> AdtId {
        let def = self.adt(id);
        let AdtOrigin::Core(core) = def.origin else { return id };
        let own = def.args.clone();
        let filled: Vec<Ty> = own.into_iter().map(|arg| self.fill(arg, args)).collect();
        self.core_adt(core, &filled)
    }

    /// The same where nothing may be added: `None` if the program has no such type.
    pub fn filled(&self, ty: Ty, args: &[Ty]) -> Option<Ty> {
        if !self.has_params(ty) {
            return Some(ty);
        }
        let mut kind = self.kind(ty).clone();
        match &mut kind {
            TyKind::Param(index) => return args.get(*index as usize).copied(),
            TyKind::Tuple(parts) => {
                for part in parts {
                    *part = self.filled(*part, args)?;
                }
            }
            TyKind::Array(part, _)
            | TyKind::Slice(part)
            | TyKind::RawPtr(_, part)
            | TyKind::Ref(_, part) => *part = self.filled(*part, args)?,
            TyKind::FnPtr { params, ret } => {
                for param in params {
                    *param = self.filled(*param, args)?;
                }
                *ret = self.filled(*ret, args)?;
            }
            TyKind::Adt(id) => {
                let def = self.adt(*id);
                let own = def.args.iter().map(|&arg| self.filled(arg, args));
                let own = own.collect::<Option<Vec<Ty>>>()?;
                let same = |other: &AdtDef| other.origin == def.origin && other.args == own;
                *id = self.adts().find(|(_, other)| same(other))?.0;
            }
            _ => {}
        }
        self.lookup(&kind)
    }

    /// Finds types for parameters so that a type with them becomes another; what is found is
    /// entered into `args`. Whether all of it fits is not asked.
    pub fn match_params(&self, with: Ty, other: Ty, args: &mut [Option<Ty>]) {
        let mut all = |left: &[Ty], right: &[Ty]| {
            left.iter().zip(right).for_each(|(&l, &r)| self.match_params(l, r, args));
        };
        match (self.kind(with), self.kind(other)) {
            (TyKind::Param(index), _) => {
                if let Some(arg) = args.get_mut(*index as usize) {
                    arg.get_or_insert(other);
                }
            }
            (TyKind::Tuple(left), TyKind::Tuple(right)) => all(left, right),
            (TyKind::Array(left, _), TyKind::Array(right, _))
            | (TyKind::Slice(left), TyKind::Slice(right))
            | (TyKind::RawPtr(_, left), TyKind::RawPtr(_, right))
            | (TyKind::Ref(_, left), TyKind::Ref(_, right)) => all(&[*left], &[*right]),
            (TyKind::Adt(left), TyKind::Adt(right)) => {
                all(&self.adt(*left).args, &self.adt(*right).args);
            }
            _ => {}
        }
    }
}

impl Function {
    /// The function for these types. Calls of generic functions stay what they are, with their
    /// arguments filled in.
    pub fn instance(&self, types: &mut Types, args: &[Ty]) -> Function {
        struct Fill<'a>(&'a mut Types, &'a [Ty]);
        impl Visitor for Fill<'_> {
            fn ty(&mut self, ty: &mut Ty) {
                *ty = self.0.fill(*ty, self.1);
            }
            fn adt(&mut self, adt: &mut AdtId) {
                *adt = self.0.fill_adt(*adt, self.1);
            }
        }
        let mut instance = Function { generics: 0, ..self.clone() };
        walk_function(&mut instance, &mut Fill(types, args));
        instance
    }
}

impl Program {
    /// The program without calls of generic functions; `None` if it has none. Fails if there
    /// would be too many functions.
    pub fn instances(&self) -> Result<Option<Instances>, TooManyInstances> {
        if self.functions.iter().all(|function| function.generics == 0) {
            return Ok(None);
        }
        let mut making = Making { program: self.clone(), made: Vec::new() };
        let own = self.functions.len();
        for index in 0..own {
            if self.functions[index].generics == 0 {
                making.resolve(index)?;
            }
        }
        let mut next = own;
        while next < making.program.functions.len() {
            making.resolve(next)?;
            next += 1;
        }
        if making.made.is_empty() {
            return Ok(None);
        }
        let templates = (0..own as u32).map(FnId);
        let templates = templates.chain(making.made.iter().map(|(template, _)| *template));
        Ok(Some(Instances { templates: templates.collect(), program: making.program }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyInstances;

struct Making {
    program: Program,
    /// In the order of their functions, which follow the program's own.
    made: Vec<(FnId, Vec<Ty>)>,
}

impl Making {
    /// Calls of generic functions in one body become calls of instances.
    fn resolve(&mut self, index: usize) -> Result<(), TooManyInstances> {
        for block in 0..self.program.functions[index].blocks.len() {
            let kind = &self.program.functions[index].blocks[block].terminator.kind;
            let Some(Callee::Generic(template, args)) = kind.callee() else { continue };
            let instance = self.instance((*template, args.clone()))?;
            let kind = &mut self.program.functions[index].blocks[block].terminator.kind;
            if let Some(callee) = kind.callee_mut() {
                *callee = Callee::Function(instance);
            }
        }
        Ok(())
    }

    fn instance(&mut self, wanted: (FnId, Vec<Ty>)) -> Result<FnId, TooManyInstances> {
        let first = self.program.functions.len() - self.made.len();
        if let Some(known) = self.made.iter().position(|made| *made == wanted) {
            return Ok(FnId((first + known) as u32));
        }
        let Some(template) = self.program.functions.get(wanted.0.index()) else {
            return Err(TooManyInstances);
        };
        if self.made.len() >= MAX_INSTANCES {
            return Err(TooManyInstances);
        }
        let instance = template.clone().instance(&mut self.program.types, &wanted.1);
        self.program.functions.push(instance);
        self.made.push(wanted);
        Ok(FnId(self.program.functions.len() as u32 - 1))
    }
}
