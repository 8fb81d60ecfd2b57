//! Statements, rvalues and terminators as the compiler writes them.

use super::Reader;
use super::body::Body;
use super::scan::{Result, Scanner};
use super::types::Path;
use crate::parse::{atomic_function, inherent_function, library_function, simd_function};
use crate::syntax::*;
use crate::typing::{intern_intrinsic_signature, intrinsic_arity, intrinsic_generics};

/// Operators by the names that the compiler gives them; what it has as an operator and custom
/// MIR as a call stands in `CALLS`.
const OPERATORS: [(&str, BinOp); 17] = [
    ("Add", BinOp::Add),
    ("Sub", BinOp::Sub),
    ("Mul", BinOp::Mul),
    ("Div", BinOp::Div),
    ("Rem", BinOp::Rem),
    ("BitXor", BinOp::BitXor),
    ("BitAnd", BinOp::BitAnd),
    ("BitOr", BinOp::BitOr),
    ("Shl", BinOp::Shl),
    ("Shr", BinOp::Shr),
    ("Eq", BinOp::Eq),
    ("Lt", BinOp::Lt),
    ("Le", BinOp::Le),
    ("Ne", BinOp::Ne),
    ("Ge", BinOp::Ge),
    ("Gt", BinOp::Gt),
    ("Offset", BinOp::Offset),
];

const CHECKED: [(&str, BinOp); 3] = [
    ("AddWithOverflow", BinOp::Add),
    ("SubWithOverflow", BinOp::Sub),
    ("MulWithOverflow", BinOp::Mul),
];

const CALLS: [(&str, Intrinsic); 6] = [
    ("AddUnchecked", Intrinsic::UncheckedAdd),
    ("SubUnchecked", Intrinsic::UncheckedSub),
    ("MulUnchecked", Intrinsic::UncheckedMul),
    ("ShlUnchecked", Intrinsic::UncheckedShl),
    ("ShrUnchecked", Intrinsic::UncheckedShr),
    ("Cmp", Intrinsic::ThreeWayCompare),
];

fn named<T: Copy>(rows: &[(&str, T)], name: &str) -> Option<T> {
    rows.iter().find(|(known, _)| *known == name).map(|(_, it)| *it)
}

/// What stands behind the arrow of a call.
struct Targets {
    ret: Option<BlockId>,
    unwind: Unwind,
}

impl Reader<'_> {
    /// One line of a block.
    pub fn line(&mut self, body: &mut Body, line: &str) -> Result<()> {
        let Some(line) = line.strip_suffix(';') else {
            return Err(format!("`{line}` ends without a semicolon"));
        };
        let text = &mut Scanner::new(line);
        if self.simple(body, text)? {
            return Ok(());
        }
        if text.eat("discriminant(") {
            let (place, _) = self.place(body, text)?;
            text.expect(") =")?;
            body.statement(StatementKind::SetDiscriminant(place, text.number()?));
            return Ok(());
        }
        let (place, ty) = self.place(body, text)?;
        text.expect("=")?;
        self.assignment(body, place, ty, text)?;
        if text.is_done() { Ok(()) } else { text.fail("the end") }
    }

    /// Statements and terminators that begin with a word of their own.
    fn simple(&mut self, body: &mut Body, text: &mut Scanner<'_>) -> Result<bool> {
        if text.eat("StorageLive(") {
            let local = self.local(text)?;
            body.statement(StatementKind::StorageLive(local));
        } else if text.eat("StorageDead(") {
            let local = self.local(text)?;
            body.statement(StatementKind::StorageDead(local));
        } else if text.eat("assume(") {
            let (operand, _) = self.operand(body, text)?;
            body.statement(StatementKind::Assume(operand));
        } else if text.eat("copy_nonoverlapping(") {
            self.copy_nonoverlapping(body, text)?;
        } else if text.eat_word("goto") {
            text.expect("->")?;
            let target = self.target(body, text)?;
            body.terminate(TerminatorKind::Goto(target));
        } else if text.eat("switchInt(") {
            self.switch(body, text)?;
        } else if text.eat("drop(") {
            let (place, _) = self.place(body, text)?;
            text.expect(")")?;
            let Targets { ret, unwind } = self.targets(body, text)?;
            let target = ret.unwrap_or_else(|| body.fresh_block());
            body.terminate(TerminatorKind::Drop { place, target, unwind });
        } else if text.eat_word("tailcall") {
            let (callee, site, args) = self.callee(body, text, None)?;
            if site.is_some() {
                return text.fail("a call that is no observation");
            }
            body.terminate(TerminatorKind::TailCall { callee, args });
        } else if text.eat("terminate(") {
            let reason = self.reason(text)?;
            body.terminate(TerminatorKind::UnwindTerminate(reason));
        } else if text.eat_word("return") {
            body.terminate(TerminatorKind::Return);
        } else if text.eat_word("unreachable") {
            body.terminate(TerminatorKind::Unreachable);
        } else if text.eat_word("resume") {
            body.terminate(TerminatorKind::UnwindResume);
        } else {
            return Ok(text.eat_word("nop") || text.eat_word("ConstEvalCounter"));
        }
        Ok(true)
    }

    fn reason(&self, text: &mut Scanner<'_>) -> Result<TerminateReason> {
        match text.word() {
            "abi" => Ok(TerminateReason::Abi),
            "cleanup" => Ok(TerminateReason::InCleanup),
            _ => text.fail("`abi` or `cleanup`"),
        }
    }

    fn target(&self, body: &Body, text: &mut Scanner<'_>) -> Result<BlockId> {
        text.expect("bb")?;
        body.block(text.number()?)
    }

    /// `copy_nonoverlapping(dst = a, src = b, count = c)`
    fn copy_nonoverlapping(&mut self, body: &mut Body, text: &mut Scanner<'_>) -> Result<()> {
        text.expect("dst =")?;
        let (to, ty) = self.operand(body, text)?;
        text.expect(", src =")?;
        let (from, _) = self.operand(body, text)?;
        text.expect(", count =")?;
        let (count, _) = self.operand(body, text)?;
        let Some(pointee) = self.program.types.pointee(ty) else {
            return text.fail("a pointer");
        };
        let unit = self.program.types.unit();
        let nowhere = Place::local(body.fresh_local(unit));
        let callee = (Intrinsic::CopyNonoverlapping, vec![pointee]);
        self.must_have(callee.0, &callee.1)?;
        body.call(nowhere, callee, vec![from, to, count]);
        Ok(())
    }

    /// Makes sure that the program has the types of an intrinsic's signature.
    fn must_have(&mut self, intrinsic: Intrinsic, generics: &[Ty]) -> Result<()> {
        let types = &mut self.program.types;
        let signature = intern_intrinsic_signature(types, intrinsic, generics);
        signature.map(|_| ()).map_err(|it| it.describe(&self.program.types))
    }

    fn switch(&mut self, body: &mut Body, text: &mut Scanner<'_>) -> Result<()> {
        let (subject, _) = self.operand(body, text)?;
        text.expect(") -> [")?;
        let mut arms = Vec::new();
        while !text.eat_word("otherwise") {
            let value = text.number()?;
            text.expect(":")?;
            arms.push((value, self.target(body, text)?));
            text.expect(",")?;
        }
        text.expect(":")?;
        let otherwise = self.target(body, text)?;
        body.terminate(TerminatorKind::Switch { subject, arms, otherwise });
        Ok(())
    }

    fn assignment(
        &mut self,
        body: &mut Body,
        place: Place,
        ty: Ty,
        text: &mut Scanner<'_>,
    ) -> Result<()> {
        let is_call = [") -> [", ") -> bb", ") -> unwind"].iter().any(|it| text.rest.contains(it));
        if is_call {
            return self.call(body, place, ty, text);
        }
        let mut ahead = *text;
        let name = ahead.word();
        if let Some(intrinsic) = named(&CALLS, name) {
            ahead.expect("(")?;
            let (args, tys) = self.operands(body, &mut ahead, ")")?;
            *text = ahead;
            let generics = self.generics(intrinsic, &[], &tys, ty, text)?;
            // The result is written once the operands were read, as by an operator.
            let result = body.fresh_local(ty);
            body.call(Place::local(result), (intrinsic, generics), args);
            body.assign(place, Rvalue::Use(Operand::Copy(Place::local(result))));
            return Ok(());
        }
        let rvalue = self.rvalue(body, ty, text)?;
        body.assign(place, rvalue);
        Ok(())
    }

    fn rvalue(&mut self, body: &mut Body, ty: Ty, text: &mut Scanner<'_>) -> Result<Rvalue> {
        for (word, mutability) in [("&raw const", Mutability::Not), ("&raw mut", Mutability::Mut)] {
            if text.eat(word) {
                return Ok(Rvalue::RawRef(mutability, self.place(body, text)?.0));
            }
        }
        if text.eat("&mut ") {
            return Ok(Rvalue::Ref(Mutability::Mut, self.place(body, text)?.0));
        }
        if text.eat("&") {
            return Ok(Rvalue::Ref(Mutability::Not, self.place(body, text)?.0));
        }
        if text.eat_word("deref_copy") {
            return Ok(Rvalue::Use(Operand::Copy(self.place(body, text)?.0)));
        }
        if text.eat("[") {
            return self.array(body, ty, text);
        }
        if text.eat("(") {
            let (operands, _) = self.operands(body, text, ")")?;
            return Ok(Rvalue::Aggregate(AggregateKind::Tuple, operands));
        }
        if ["copy ", "move ", "const "].iter().any(|word| text.sees(word)) {
            let (operand, _) = self.operand(body, text)?;
            if !text.eat_word("as") {
                return Ok(Rvalue::Use(operand));
            }
            let to = self.ty(text)?;
            return Ok(Rvalue::Cast(cast_kind(text)?, operand, to));
        }
        self.operator(body, text)
    }

    /// `[a, b]` or `[a; 3]`, behind its bracket.
    fn array(&mut self, body: &mut Body, ty: Ty, text: &mut Scanner<'_>) -> Result<Rvalue> {
        let &TyKind::Array(element, _) = self.program.types.kind(ty) else {
            return text.fail("an array");
        };
        let mut ahead = *text;
        if !ahead.sees("]") {
            let (operand, _) = self.operand(body, &mut ahead)?;
            if ahead.eat(";") {
                let times = ahead.number()?;
                ahead.expect("]")?;
                *text = ahead;
                return Ok(Rvalue::Repeat(operand, times));
            }
        }
        let (operands, _) = self.operands(body, text, "]")?;
        Ok(Rvalue::Aggregate(AggregateKind::Array(element), operands))
    }

    /// Operands up to a bracket, which is taken.
    fn operands(
        &mut self,
        body: &mut Body,
        text: &mut Scanner<'_>,
        end: &str,
    ) -> Result<(Vec<Operand>, Vec<Ty>)> {
        let (mut operands, mut tys) = (Vec::new(), Vec::new());
        while !text.eat(end) {
            let (operand, ty) = self.operand(body, text)?;
            operands.push(operand);
            tys.push(ty);
            if !text.eat(",") {
                text.expect(end)?;
                break;
            }
        }
        Ok((operands, tys))
    }

    /// `Add(a, b)`, `discriminant(p)`, `S { f0: a }`, `E::V(a)`.
    fn operator(&mut self, body: &mut Body, text: &mut Scanner<'_>) -> Result<Rvalue> {
        let mut ahead = *text;
        let name = ahead.word();
        if ahead.eat("(") {
            if let Some(rvalue) = self.nullary(name, &mut ahead)? {
                *text = ahead;
                return Ok(rvalue);
            }
            let of_place = match name {
                "discriminant" => Some(Rvalue::Discriminant as fn(Place) -> Rvalue),
                "Len" => Some(Rvalue::Len as fn(Place) -> Rvalue),
                _ => None,
            };
            if let Some(make) = of_place {
                let (place, _) = self.place(body, &mut ahead)?;
                ahead.expect(")")?;
                *text = ahead;
                return Ok(make(place));
            }
            let unary =
                [("Not", UnOp::Not), ("Neg", UnOp::Neg), ("PtrMetadata", UnOp::PtrMetadata)];
            if let Some(operator) = named(&unary, name) {
                let (operand, _) = self.operand(body, &mut ahead)?;
                ahead.expect(")")?;
                *text = ahead;
                return Ok(Rvalue::Unary(operator, operand));
            }
            let (plain, checked) = (named(&OPERATORS, name), named(&CHECKED, name));
            if let Some(operator) = plain.or(checked) {
                let (left, _) = self.operand(body, &mut ahead)?;
                ahead.expect(",")?;
                let (right, _) = self.operand(body, &mut ahead)?;
                ahead.expect(")")?;
                *text = ahead;
                return Ok(match plain {
                    Some(_) => Rvalue::Binary(operator, left, right),
                    None => Rvalue::Checked(operator, left, right),
                });
            }
        }
        self.aggregate(body, text)
    }

    fn aggregate(&mut self, body: &mut Body, text: &mut Scanner<'_>) -> Result<Rvalue> {
        let path = self.path(text)?;
        let (id, variant) = self.variant(&path)?;
        if text.eat("(") {
            let (operands, _) = self.operands(body, text, ")")?;
            return Ok(Rvalue::Aggregate(AggregateKind::Adt(id, variant), operands));
        }
        let mut fields = Vec::new();
        if text.eat("{") {
            while !text.eat("}") {
                let name = text.word();
                text.expect(":")?;
                fields.push((name, self.operand(body, text)?));
                text.eat(",");
            }
        }
        let def = self.program.types.adt(id);
        let declared = &def.variants[variant as usize].fields;
        if def.kind == AdtKind::Union {
            let [(_, (operand, ty))] = &fields[..] else { return text.fail("one field") };
            // The compiler writes the name of the first field, whichever it sets.
            let Some(field) = declared.iter().position(|field| field.ty == *ty) else {
                return text.fail("a field of the union");
            };
            let kind = AggregateKind::Union(id, field as u32);
            return Ok(Rvalue::Aggregate(kind, vec![operand.clone()]));
        }
        let names = fields.iter().map(|(name, _)| *name);
        if !names.eq(declared.iter().map(|field| field.name.as_str())) {
            return text.fail("fields in their order");
        }
        let operands = fields.into_iter().map(|(_, (operand, _))| operand).collect();
        Ok(Rvalue::Aggregate(AggregateKind::Adt(id, variant), operands))
    }

    fn call(
        &mut self,
        body: &mut Body,
        destination: Place,
        ty: Ty,
        text: &mut Scanner<'_>,
    ) -> Result<()> {
        let (callee, site, args) = self.callee(body, text, Some(ty))?;
        let Targets { ret, unwind } = self.targets(body, text)?;
        // What does not return has a block behind it that must not be reached.
        let target = ret.unwrap_or_else(|| body.fresh_block());
        let kind = TerminatorKind::Call { destination, callee, args, target, unwind };
        match site {
            Some(site) => body.terminate_observing(kind, site),
            None => body.terminate(kind),
        }
        Ok(())
    }

    /// `callee(args)`: what is called, the number of the observation if it is one, and
    /// the arguments.
    fn callee(
        &mut self,
        body: &mut Body,
        text: &mut Scanner<'_>,
        destination: Option<Ty>,
    ) -> Result<(Callee, Option<u32>, Vec<Operand>)> {
        if ["copy ", "move ", "const "].iter().any(|word| text.sees(word)) {
            let (pointer, _) = self.operand(body, text)?;
            text.expect("(")?;
            let (args, _) = self.operands(body, text, ")")?;
            return Ok((Callee::Pointer(pointer), None, args));
        }
        let path = self.path(text)?;
        text.expect("(")?;
        let (mut args, tys) = self.operands(body, text, ")")?;
        let name = path.last();
        if name.starts_with("spektr_observe_") && !args.is_empty() {
            let Operand::Const(Const::Scalar { bits, .. }) = args.remove(0) else {
                return text.fail("the number of an observation");
            };
            return Ok((Callee::Observe, Some(bits as u32), args));
        }
        if name == "spektr_panic" {
            return Ok((Callee::Panic, None, args));
        }
        if let Some(&id) = self.functions.get(name) {
            return Ok((Callee::Function(id), None, args));
        }
        let (intrinsic, generics) = self.library(&path, &tys, destination, text)?;
        Ok((Callee::Intrinsic(intrinsic, generics), None, args))
    }

    /// A function of `core`, which may stand here without the module it is from.
    fn library(
        &mut self,
        path: &Path<'_>,
        args: &[Ty],
        destination: Option<Ty>,
        text: &Scanner<'_>,
    ) -> Result<(Intrinsic, Vec<Ty>)> {
        let name = path.last();
        if let Some((intrinsic, ty)) = atomic_function(name) {
            let int = IntTy::ALL.into_iter().find(|int| Some(int.name()) == ty);
            let generics = int.map(|int| self.program.types.int(int));
            return Ok((intrinsic, generics.into_iter().collect()));
        }
        if let Some(intrinsic) = simd_function(name) {
            let ty = args.first().copied().into_iter().collect();
            return Ok((intrinsic, ty));
        }
        let before = path.segments.iter().rev().nth(1).copied().unwrap_or("intrinsics");
        let found = inherent_function(before, name)
            .or_else(|| library_function(before, name))
            .or_else(|| library_function("intrinsics", name));
        let Some((intrinsic, float)) = found else {
            return Err(format!("`{}` is not known", path.segments.join("::")));
        };
        let float = FloatTy::ALL.into_iter().find(|it| Some(it.name()) == float);
        let written = match float {
            Some(float) => vec![self.program.types.float(float)],
            None => path.generics.clone(),
        };
        let unit = self.program.types.unit();
        let destination = destination.unwrap_or(unit);
        let generics = self.generics(intrinsic, &written, args, destination, text)?;
        Ok((intrinsic, generics))
    }

    /// Generic arguments as they are written, or as they follow from the operands.
    fn generics(
        &mut self,
        intrinsic: Intrinsic,
        written: &[Ty],
        args: &[Ty],
        destination: Ty,
        text: &Scanner<'_>,
    ) -> Result<Vec<Ty>> {
        let (generics, params) = intrinsic_arity(intrinsic);
        if params != args.len() {
            return text.fail("as many operands as there are parameters");
        }
        let generics = if written.len() == generics {
            written.to_vec()
        } else {
            let args: Vec<Option<Ty>> = args.iter().copied().map(Some).collect();
            let types = &self.program.types;
            let found = intrinsic_generics(types, intrinsic, &args, Some(destination));
            match found.into_iter().collect::<Option<Vec<Ty>>>() {
                Some(generics) => generics,
                None => return text.fail("generic arguments"),
            }
        };
        self.must_have(intrinsic, &generics)?;
        Ok(generics)
    }

    /// `-> [return: bb1, unwind continue]`, `-> bb1`, `-> unwind continue`.
    fn targets(&mut self, body: &Body, text: &mut Scanner<'_>) -> Result<Targets> {
        text.expect("->")?;
        let bracket = text.eat("[");
        let mut targets = Targets { ret: None, unwind: Unwind::Unreachable };
        if text.eat("return:") || text.sees("bb") {
            targets.ret = Some(self.target(body, text)?);
            text.eat(",");
        }
        if text.eat("unwind:") {
            targets.unwind = Unwind::Cleanup(self.target(body, text)?);
        } else if text.eat_word("unwind") {
            targets.unwind = match text.word() {
                "continue" => Unwind::Continue,
                "unreachable" => Unwind::Unreachable,
                "terminate" => {
                    text.expect("(")?;
                    let reason = self.reason(text)?;
                    text.expect(")")?;
                    Unwind::Terminate(reason)
                }
                _ => return text.fail("what happens in a panic"),
            };
        }
        if bracket {
            text.expect("]")?;
        }
        Ok(targets)
    }
}

/// `(IntToInt)` behind a cast.
fn cast_kind(text: &mut Scanner<'_>) -> Result<CastKind> {
    text.expect("(")?;
    let kind = match text.word() {
        "IntToInt" | "FloatToInt" | "IntToFloat" | "FloatToFloat" => CastKind::As,
        "PointerExposeProvenance" => CastKind::As,
        "PtrToPtr" => CastKind::PtrToPtr,
        "Transmute" => CastKind::Transmute,
        "PointerCoercion" if text.eat("(Unsize") => CastKind::Unsize,
        "PointerCoercion" if text.eat("(MutToConstPointer") || text.eat("(ArrayToPointer") => {
            CastKind::PtrToPtr
        }
        _ => return text.fail("a kind of cast that the machine knows"),
    };
    text.until(&[')']);
    // `AsCast))` closes two brackets.
    while text.eat(")") {}
    Ok(kind)
}
