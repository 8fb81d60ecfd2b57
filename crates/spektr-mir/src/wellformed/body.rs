//! Bodies: statements, terminators, blocks and the rules of cleanup.

use std::collections::HashSet;

use super::items::{is_name, scalar_fits};
use super::{Error, Location};
use crate::syntax::*;
use crate::typing::{TypeError, callee_signature, operand_ty, place_ty, rvalue_ty};

pub(super) fn check(program: &Program, id: FnId, function: &Function, errors: &mut Vec<Error>) {
    let mut checker = Checker {
        program,
        types: &program.types,
        function,
        at: Location { function: id, block: BlockId(0), statement: 0 },
        errors,
    };
    if checker.declarations() {
        checker.blocks();
    }
}

struct Checker<'a, 'e> {
    program: &'a Program,
    types: &'a Types,
    function: &'a Function,
    at: Location,
    errors: &'e mut Vec<Error>,
}

/// An error that was found: the words for a person.
type Checked<T> = Result<T, String>;

impl Checker<'_, '_> {
    fn error(&mut self, message: String) {
        let block = self.function.blocks.get(self.at.block.index());
        let block = block.map_or("", |block| &block.name);
        let context = format!("`{}`, `{block}`", self.function.name);
        self.errors.push(Error { message, at: Some(self.at), context });
    }

    /// Locals and block names. Without them nothing else can be checked.
    fn declarations(&mut self) -> bool {
        let before = self.errors.len();
        let function = self.function;
        if function.locals.len() <= function.params as usize {
            self.error("there are more parameters than locals".to_owned());
        }
        // A local cannot hide a constant, a static or a type.
        let program = self.program;
        let mut seen: HashSet<&String> = program
            .statics
            .iter()
            .map(|item| &item.name)
            .chain(program.consts.iter().map(|item| &item.name))
            .chain(program.types.adts().map(|(_, def)| &def.name))
            .collect();
        for (i, local) in function.locals.iter().enumerate() {
            if (local.name == "RET") != (i == 0) || !is_name(&local.name) {
                self.error(format!("`{}` cannot be the name of local {i}", local.name));
            }
            if !seen.insert(&local.name) {
                self.error(format!("`{}` is the name of something else", local.name));
            }
            if let Err(message) = self.known_params(local.ty) {
                self.error(message);
            }
            if self.types.is_unsized(local.ty) {
                self.error(format!("local `{}` has no size", local.name));
            }
        }
        match function.blocks.first() {
            None => self.error("there is no block to start with".to_owned()),
            Some(start) if start.cleanup => {
                self.error("the first block cannot be a cleanup block".to_owned());
            }
            Some(_) => {}
        }
        for block in function.blocks.iter().skip(1) {
            if !is_name(&block.name) || !seen.insert(&block.name) {
                self.error(format!("`{}` cannot be the name of a block", block.name));
            }
        }
        self.errors.len() == before
    }

    fn blocks(&mut self) {
        for (b, block) in self.function.blocks.iter().enumerate() {
            self.at.block = BlockId(b as u32);
            for (s, statement) in block.statements.iter().enumerate() {
                self.at.statement = s as u32;
                if let Err(message) = self.statement(&statement.kind) {
                    self.error(message);
                }
            }
            self.at.statement = block.statements.len() as u32;
            let terminator = &block.terminator.kind;
            let checked = self.terminator(terminator);
            let checked = checked.and_then(|()| self.edges(block.cleanup, terminator));
            if let Err(message) = checked {
                self.error(message);
            }
        }
    }

    fn name(&self, ty: Ty) -> String {
        self.types.display(ty).to_string()
    }

    fn words(&self, error: TypeError) -> String {
        error.describe(self.types)
    }

    fn place(&self, place: &Place) -> Checked<Ty> {
        let ty = place_ty(self.types, self.function, place).map_err(|e| self.words(e))?;
        // The fields of most library types are private: no source text can name them.
        let mut at = self.function.locals[place.local.index()].ty;
        for &projection in &place.projection {
            if let (Projection::Field(_), Some(def)) = (projection, self.types.as_adt(at))
                && has_private_fields(def)
            {
                return Err(format!("the fields of `{}` are private", self.name(at)));
            }
            at = crate::typing::projected_ty(self.types, at, projection)
                .map_err(|e| self.words(e))?;
        }
        Ok(ty)
    }

    fn operand(&self, operand: &Operand) -> Checked<Ty> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => {
                let ty = self.place(place)?;
                if self.types.is_unsized(ty) {
                    return Err(format!("a value of type `{}` has no size", self.name(ty)));
                }
                Ok(ty)
            }
            Operand::Const(Const::Scalar { bits, ty }) => {
                if !scalar_fits(self.types, *bits, *ty) {
                    return Err(format!("{bits:#x} is not a value of type `{}`", self.name(*ty)));
                }
                Ok(*ty)
            }
            Operand::Const(_) => {
                operand_ty(self.program, self.function, operand).map_err(|e| self.words(e))
            }
        }
    }

    fn expect(&self, what: &str, found: Ty, wanted: Ty) -> Checked<()> {
        if found == wanted {
            return Ok(());
        }
        Err(format!("{what} has type `{}`, not `{}`", self.name(found), self.name(wanted)))
    }

    fn statement(&self, statement: &StatementKind) -> Checked<()> {
        match statement {
            StatementKind::Assign(place, rvalue) => {
                let target = self.place(place)?;
                self.rvalue(rvalue)?;
                match rvalue_ty(self.program, self.function, rvalue) {
                    Ok(ty) => self.expect("the value", ty, target),
                    Err(TypeError::NotInProgram) => {
                        Err(format!("the value is no `{}`", self.name(target)))
                    }
                    Err(error) => Err(self.words(error)),
                }
            }
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
                match self.function.locals.get(local.index()) {
                    Some(_) => Ok(()),
                    None => Err(self.words(TypeError::NoSuchLocal(*local))),
                }
            }
            StatementKind::SetDiscriminant(place, variant) => {
                let ty = self.place(place)?;
                match self.types.as_adt(ty) {
                    Some(def) if def.kind == AdtKind::Enum => {
                        match def.variants.get(*variant as usize) {
                            Some(_) => Ok(()),
                            None => Err(self.words(TypeError::NoSuchVariant(ty, *variant))),
                        }
                    }
                    _ => Err(self.words(TypeError::NotAnEnum(ty))),
                }
            }
            StatementKind::Assume(operand) => {
                let ty = self.operand(operand)?;
                match self.types.kind(ty) {
                    TyKind::Bool => Ok(()),
                    _ => Err(format!("a `{}` cannot be assumed", self.name(ty))),
                }
            }
        }
    }

    fn rvalue(&self, rvalue: &Rvalue) -> Checked<()> {
        match rvalue {
            Rvalue::Use(operand) | Rvalue::Repeat(operand, _) => self.operand(operand).map(drop),
            Rvalue::Ref(_, place) | Rvalue::RawRef(_, place) => self.place(place).map(drop),
            Rvalue::Discriminant(place) => {
                let ty = self.place(place)?;
                match self.types.kind(ty) {
                    TyKind::Param(_) => Err(format!("which variant a `{}` is", self.name(ty))),
                    _ => Ok(()),
                }
            }
            Rvalue::Len(place) => {
                let ty = self.place(place)?;
                match self.types.kind(ty) {
                    TyKind::Array(..) | TyKind::Slice(_) => Ok(()),
                    _ => Err(format!("`{}` has no length", self.name(ty))),
                }
            }
            Rvalue::Unary(op, operand) => self.unary(*op, operand),
            Rvalue::Binary(op, left, right) => self.binary(*op, left, right),
            Rvalue::Checked(op, left, right) => {
                if !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) {
                    return Err(format!("`{}` has no checked form", op.symbol()));
                }
                let ty = self.operand(left)?;
                if !matches!(self.types.kind(ty), TyKind::Int(_)) {
                    return Err(format!("`{}` has no checked arithmetic", self.name(ty)));
                }
                self.binary(*op, left, right)
            }
            Rvalue::Cast(kind, operand, ty) => self.cast(*kind, self.operand(operand)?, *ty),
            Rvalue::Aggregate(kind, operands) => self.aggregate(kind, operands),
        }
    }

    fn unary(&self, op: UnOp, operand: &Operand) -> Checked<()> {
        let ty = self.operand(operand)?;
        let fits = match (op, self.types.kind(ty)) {
            (UnOp::Not, TyKind::Int(_) | TyKind::Bool) => true,
            (UnOp::Neg, TyKind::Int(int)) => int.is_signed(),
            (UnOp::Neg, TyKind::Float(_)) => true,
            (UnOp::PtrMetadata, TyKind::RawPtr(..) | TyKind::Ref(..)) => true,
            _ => false,
        };
        if fits { Ok(()) } else { Err(format!("{op:?} is not defined for `{}`", self.name(ty))) }
    }

    fn binary(&self, op: BinOp, left: &Operand, right: &Operand) -> Checked<()> {
        let (left, right) = (self.operand(left)?, self.operand(right)?);
        let kinds = (self.types.kind(left), self.types.kind(right));
        let fits = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                left == right && matches!(kinds.0, TyKind::Int(_) | TyKind::Float(_))
            }
            BinOp::BitXor | BinOp::BitAnd | BinOp::BitOr => {
                left == right && matches!(kinds.0, TyKind::Int(_) | TyKind::Bool)
            }
            BinOp::Shl | BinOp::Shr => matches!(kinds, (TyKind::Int(_), TyKind::Int(_))),
            BinOp::Offset => matches!(
                kinds,
                (TyKind::RawPtr(_, to), TyKind::Int(IntTy::Isize | IntTy::Usize))
                    if !self.types.is_unsized(*to)
            ),
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => {
                left == right
                    && matches!(
                        kinds.0,
                        TyKind::Int(_)
                            | TyKind::Float(_)
                            | TyKind::Bool
                            | TyKind::Char
                            | TyKind::RawPtr(..)
                            | TyKind::FnPtr { .. }
                    )
            }
        };
        if fits {
            return Ok(());
        }
        let (left, right) = (self.name(left), self.name(right));
        Err(format!("`{}` is not defined for `{left}` and `{right}`", op.symbol()))
    }

    fn cast(&self, kind: CastKind, from: Ty, to: Ty) -> Checked<()> {
        let types = self.types;
        let fits = match (kind, types.kind(from), types.kind(to)) {
            // rustc takes the type for one that a person has ascribed, which custom MIR has not.
            (CastKind::As, _, _) if types.has_params(to) => false,
            (CastKind::As, TyKind::Int(_), TyKind::Int(_) | TyKind::Float(_)) => true,
            (CastKind::As, TyKind::Float(_), TyKind::Int(_) | TyKind::Float(_)) => true,
            (CastKind::As, TyKind::Bool | TyKind::Char, TyKind::Int(_)) => true,
            (CastKind::As, TyKind::Int(IntTy::U8), TyKind::Char) => true,
            (CastKind::As, TyKind::Char, TyKind::Char) => true,
            (CastKind::As, TyKind::Bool, TyKind::Bool) => true,
            (CastKind::As | CastKind::PtrToPtr, TyKind::RawPtr(_, a), TyKind::RawPtr(_, b)) => {
                types.is_unsized(*a) || !types.is_unsized(*b)
            }
            (CastKind::As, TyKind::RawPtr(_, a), TyKind::Int(_)) => !types.is_unsized(*a),
            (CastKind::As, TyKind::Int(_), TyKind::RawPtr(_, b)) => !types.is_unsized(*b),
            (CastKind::As, TyKind::FnPtr { .. }, TyKind::Int(_)) => true,
            (CastKind::As, TyKind::FnPtr { .. }, TyKind::RawPtr(_, b)) => !types.is_unsized(*b),
            (CastKind::Transmute, _, _) => {
                [from, to].iter().all(|&ty| !types.is_unsized(ty) && !types.has_params(ty))
            }
            (CastKind::Unsize, a, b) => self.unsizes(a, b),
            _ => false,
        };
        if fits {
            return Ok(());
        }
        Err(format!("`{}` cannot be cast to `{}` this way", self.name(from), self.name(to)))
    }

    /// Array behind a pointer to slice behind a pointer.
    fn unsizes(&self, from: &TyKind, to: &TyKind) -> bool {
        let (a, b) = match (from, to) {
            (TyKind::RawPtr(m, a), TyKind::RawPtr(n, b))
            | (TyKind::Ref(m, a), TyKind::Ref(n, b) | TyKind::RawPtr(n, b))
                if m >= n =>
            {
                (a, b)
            }
            _ => return false,
        };
        match (self.types.kind(*a), self.types.kind(*b)) {
            (TyKind::Array(element, _), TyKind::Slice(other)) => element == other,
            _ => false,
        }
    }

    fn aggregate(&self, kind: &AggregateKind, operands: &[Operand]) -> Checked<()> {
        let tys: Vec<Ty> =
            operands.iter().map(|operand| self.operand(operand)).collect::<Checked<_>>()?;
        match kind {
            AggregateKind::Tuple => Ok(()),
            AggregateKind::Array(element) => {
                tys.iter().try_for_each(|&ty| self.expect("an element", ty, *element))
            }
            AggregateKind::Adt(id, variant) => {
                let def = self.types.adt(*id);
                if def.kind == AdtKind::Union || has_private_fields(def) {
                    return Err(format!("a `{}` cannot be built from its fields", def.name));
                }
                let Some(variant) = def.variants.get(*variant as usize) else {
                    return Err(format!("`{}` has no variant {variant}", def.name));
                };
                if variant.fields.len() != tys.len() {
                    let wanted = variant.fields.len();
                    return Err(format!("{} values for {wanted} fields", tys.len()));
                }
                let mut pairs = tys.iter().zip(&variant.fields);
                pairs.try_for_each(|(&ty, f)| self.expect(&format!("`{}`", f.name), ty, f.ty))
            }
            AggregateKind::Union(id, field) => {
                let def = self.types.adt(*id);
                let fields = def.variants.first().map_or(&[][..], |variant| &variant.fields);
                match (def.kind, fields.get(*field as usize), &tys[..]) {
                    (AdtKind::Union, Some(field), &[ty]) if !has_private_fields(def) => {
                        self.expect(&format!("`{}`", field.name), ty, field.ty)
                    }
                    _ => Err(format!("`{}` cannot be built from this", def.name)),
                }
            }
        }
    }

    fn terminator(&self, terminator: &TerminatorKind) -> Checked<()> {
        match terminator {
            TerminatorKind::Switch { subject, arms, .. } => {
                let ty = self.operand(subject)?;
                let fits =
                    matches!(self.types.kind(ty), TyKind::Int(_) | TyKind::Bool | TyKind::Char);
                if !fits {
                    return Err(format!("`match` is not defined for `{}`", self.name(ty)));
                }
                let mut seen = HashSet::new();
                for &(bits, _) in arms {
                    if !scalar_fits(self.types, bits, ty) {
                        return Err(format!("{bits:#x} is not a `{}`", self.name(ty)));
                    }
                    if !seen.insert(bits) {
                        return Err(format!("two arms for {bits:#x}"));
                    }
                }
                Ok(())
            }
            TerminatorKind::Call { destination, callee, args, .. } => {
                let target = self.place(destination)?;
                match self.call(callee, args)? {
                    Some(ret) => self.expect("the result", ret, target),
                    None => Ok(()),
                }
            }
            TerminatorKind::TailCall { callee, args } => self.tail_call(callee, args),
            TerminatorKind::Drop { place, .. } => self.place(place).map(drop),
            TerminatorKind::Goto(_)
            | TerminatorKind::Return
            | TerminatorKind::Unreachable
            | TerminatorKind::UnwindResume
            | TerminatorKind::UnwindTerminate(_) => Ok(()),
        }
    }

    /// The type of the result, if the callee has one.
    fn call(&self, callee: &Callee, args: &[Operand]) -> Checked<Option<Ty>> {
        let tys: Vec<Ty> =
            args.iter().map(|operand| self.operand(operand)).collect::<Checked<_>>()?;
        match callee {
            Callee::Pointer(operand) => {
                self.operand(operand)?;
            }
            Callee::Function(id) => {
                self.not_hidden(*id)?;
                if self.program.functions.get(id.index()).is_some_and(|it| it.generics > 0) {
                    return Err("a generic function needs types for its parameters".to_owned());
                }
            }
            Callee::Generic(id, types) => {
                self.not_hidden(*id)?;
                types.iter().try_for_each(|&ty| self.generic_argument(ty))?;
            }
            Callee::Observe if tys.iter().any(|&ty| self.types.has_params(ty)) => {
                return Err("what has the type of a parameter cannot be shown".to_owned());
            }
            _ => {}
        }
        let signature = callee_signature(self.program, self.function, callee);
        if *callee == Callee::Panic && !args.is_empty() {
            return Err("a function that only panics takes no arguments".to_owned());
        }
        let Some(signature) = signature.map_err(|e| self.words(e))? else {
            return Ok(self.types.lookup(&TyKind::Tuple(Vec::new())));
        };
        if signature.params.len() != tys.len() {
            let wanted = signature.params.len();
            return Err(format!("{} arguments for {wanted} parameters", tys.len()));
        }
        for (i, (&ty, &param)) in tys.iter().zip(&signature.params).enumerate() {
            self.expect(&format!("argument {i}"), ty, param)?;
        }
        if let Callee::Intrinsic(intrinsic, generics) = callee {
            self.intrinsic(*intrinsic, generics)?;
        }
        Ok(signature.ret)
    }

    /// Type parameters are `Copy`, so what stands for them is.
    fn generic_argument(&self, ty: Ty) -> Checked<()> {
        self.known_params(ty)?;
        match self.types.is_copy(ty) && !self.types.is_unsized(ty) {
            true => Ok(()),
            false => Err(format!("a type parameter cannot be `{}`", self.name(ty))),
        }
    }

    /// Whether all type parameters in a type are the function's own.
    fn known_params(&self, ty: Ty) -> Checked<()> {
        let unknown =
            |kind: &TyKind| matches!(kind, TyKind::Param(i) if *i >= self.function.generics);
        match self.types.has_params(ty) && self.types.mentions(ty, &unknown) {
            true => Err(format!("`{}` has a parameter of nobody's", self.name(ty))),
            false => Ok(()),
        }
    }

    /// A function that shares its name with a local cannot be called by name.
    fn not_hidden(&self, id: FnId) -> Checked<()> {
        let Some(callee) = self.program.functions.get(id.index()) else { return Ok(()) };
        let hidden = self.function.locals.iter().any(|local| local.name == callee.name);
        if hidden { Err(format!("local `{}` hides the function", callee.name)) } else { Ok(()) }
    }

    /// What an intrinsic asks of its generic arguments.
    fn intrinsic(&self, intrinsic: Intrinsic, generics: &[Ty]) -> Checked<()> {
        use Intrinsic as I;
        let kind = |i: usize| generics.get(i).map(|&ty| self.types.kind(ty));
        let is_int = |i| matches!(kind(i), Some(TyKind::Int(_)));
        let is_unsigned = |i| matches!(kind(i), Some(TyKind::Int(int)) if !int.is_signed());
        let is_float = |i| matches!(kind(i), Some(TyKind::Float(_)));
        let fits = match intrinsic {
            // What no common processor does in one step has no atomic type.
            _ if intrinsic.atomic().is_some() => generics
                .iter()
                .all(|&ty| matches!(self.types.kind(ty), TyKind::Int(int) if int.bits() <= 64)),
            _ if let Some(simd) = intrinsic.simd() => {
                generics.first().is_some_and(|&ty| simd.takes(self.types, ty))
            }
            I::AddWithOverflow | I::SubWithOverflow | I::MulWithOverflow => is_int(0),
            I::WrappingAdd | I::WrappingSub | I::WrappingMul => is_int(0),
            I::SaturatingAdd | I::SaturatingSub | I::ExactDiv => is_int(0),
            I::UncheckedAdd | I::UncheckedSub | I::UncheckedMul => is_int(0),
            I::UncheckedDiv | I::UncheckedRem => is_int(0),
            I::UncheckedShl | I::UncheckedShr => is_int(0) && is_int(1),
            I::Ctpop | I::Ctlz | I::CtlzNonzero | I::Cttz | I::CttzNonzero => is_int(0),
            I::Bswap | I::Bitreverse => is_int(0),
            I::RotateLeft | I::RotateRight => is_unsigned(0),
            I::CarryingMulAdd => is_unsigned(0) && generics[0] == generics[1],
            I::DisjointBitor => is_unsigned(0) || matches!(kind(0), Some(TyKind::Bool)),
            I::ThreeWayCompare => {
                matches!(kind(0), Some(TyKind::Int(_) | TyKind::Char | TyKind::Bool))
            }
            I::Fabs | I::Sqrt | I::Fma | I::Floor | I::Ceil | I::Trunc => is_float(0),
            I::Round | I::RoundTiesEven | I::Copysign => is_float(0),
            I::Minnum | I::Maxnum | I::Minimum | I::Maximum => is_float(0),
            I::FloatToIntUnchecked => is_float(0) && is_int(1),
            I::Offset => {
                matches!(kind(0), Some(TyKind::RawPtr(_, to)) if !self.types.is_unsized(*to))
                    && matches!(kind(1), Some(TyKind::Int(IntTy::Isize | IntTy::Usize)))
            }
            // Whether sizes agree is asked before they are known.
            I::Transmute | I::TransmuteUnchecked | I::DiscriminantValue => {
                generics.iter().all(|&ty| !self.types.is_unsized(ty) && !self.types.has_params(ty))
            }
            I::SizeOfVal | I::NeedsDrop => true,
            _ => generics.iter().all(|&ty| !self.types.is_unsized(ty)),
        };
        if fits { Ok(()) } else { Err(format!("`{}` is not for these types", intrinsic.name())) }
    }

    fn tail_call(&self, callee: &Callee, args: &[Operand]) -> Checked<()> {
        if !matches!(callee, Callee::Function(_) | Callee::Generic(..) | Callee::Pointer(_)) {
            return Err("only functions and function pointers can be tail-called".to_owned());
        }
        let ret = self.call(callee, args)?;
        let own: Vec<Ty> = self.function.locals.iter().map(|local| local.ty).collect();
        let params = args.iter().map(|arg| self.operand(arg)).collect::<Checked<Vec<Ty>>>()?;
        let callee = callee.by_name().and_then(|id| self.program.functions.get(id.index()));
        let abi = callee.map_or(Abi::Rust, |callee| callee.abi);
        let same = own.first().copied() == ret
            && abi == self.function.abi
            && own.get(1..1 + self.function.params as usize) == Some(&params[..]);
        if same {
            return Ok(());
        }
        Err("a tail-called function has the signature of its caller".to_owned())
    }

    /// Where control may go, and from which kind of block.
    fn edges(&self, cleanup: bool, terminator: &TerminatorKind) -> Checked<()> {
        let mut targets = Vec::new();
        let mut unwinding = None;
        match terminator {
            TerminatorKind::Goto(target) => targets.push(*target),
            TerminatorKind::Switch { arms, otherwise, .. } => {
                targets.extend(arms.iter().map(|&(_, target)| target));
                targets.push(*otherwise);
            }
            TerminatorKind::Call { target, unwind, .. }
            | TerminatorKind::Drop { target, unwind, .. } => {
                targets.push(*target);
                unwinding = Some(*unwind);
            }
            TerminatorKind::Return | TerminatorKind::TailCall { .. } if cleanup => {
                return Err("a cleanup block cannot return".to_owned());
            }
            TerminatorKind::UnwindResume | TerminatorKind::UnwindTerminate(_) if !cleanup => {
                return Err("unwinding can only go on from a cleanup block".to_owned());
            }
            _ => {}
        }
        for target in targets {
            self.edge(target, cleanup)?;
        }
        let leaves = unwinding == Some(Unwind::Continue)
            || matches!(terminator, TerminatorKind::UnwindResume);
        if leaves && self.function.abi == Abi::C {
            return Err("no panic may leave a C function".to_owned());
        }
        match unwinding {
            Some(Unwind::Cleanup(_) | Unwind::Continue) if cleanup => {
                Err("nothing may unwind out of a cleanup block".to_owned())
            }
            Some(Unwind::Cleanup(target)) => self.edge(target, true),
            _ => Ok(()),
        }
    }

    fn edge(&self, target: BlockId, cleanup: bool) -> Checked<()> {
        let Some(block) = self.function.blocks.get(target.index()) else {
            return Err(format!("there is no block {}", target.0));
        };
        if target.0 == 0 {
            return Err("the first block has no name and cannot be jumped to".to_owned());
        }
        match (block.cleanup, cleanup) {
            (true, false) => Err(format!("`{}` is a cleanup block", block.name)),
            (false, true) => Err(format!("`{}` is not a cleanup block", block.name)),
            _ => Ok(()),
        }
    }
}

fn has_private_fields(def: &AdtDef) -> bool {
    matches!(
        def.origin,
        AdtOrigin::Core(
            CoreAdt::UnsafeCell
                | CoreAdt::Cell
                | CoreAdt::MaybeUninit
                | CoreAdt::ManuallyDrop
                | CoreAdt::NonNull
        )
    )
}
