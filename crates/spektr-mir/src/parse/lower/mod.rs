//! From expressions to MIR: names become ids, literals and locals get their types.
//!
//! A local without a written type learns it from the statements that use it: bodies
//! with such locals are lowered again and again, ignoring what is not yet known, until
//! nothing new is learned. Whether types agree in the end is for `wellformed` to say.

mod call;
mod operand;
mod place;
mod rvalue;
mod terminator;

use std::collections::HashMap;

use super::ast::{Body, Expr, ExprKind};
use super::fault::{Result, fault};
use super::helpers::Helper;
use super::names::Names;
use crate::syntax::*;
use crate::typing::Signature;

/// Types travel through a chain of locals one step per pass at worst.
const ROUNDS: usize = 64;

/// What a body may refer to.
pub(crate) struct Surroundings<'a, 'n> {
    pub names: &'n Names<'a>,
    pub types: &'n mut Types,
    pub signatures: &'n [Signature],
    /// How many type parameters each custom-MIR function has.
    pub generics: &'n [u32],
    pub helpers: &'n [Helper],
    pub statics: &'n [Static],
    pub consts: &'n mut Vec<ConstItem>,
}

pub(crate) struct Lowering<'a, 'n> {
    around: Surroundings<'a, 'n>,
    names: HashMap<&'a str, Local>,
    blocks: HashMap<&'a str, BlockId>,
    tys: Vec<Option<Ty>>,
    /// Whether literals that nothing else decides take their default type.
    defaulting: bool,
    /// Whether a type was learned since this was last cleared.
    learned: bool,
}

/// The head of a function: what its signature says.
pub(crate) struct Head<'a> {
    pub name: String,
    pub params: Vec<(&'a str, Ty, Span)>,
    pub ret: Ty,
    pub generics: u32,
    pub inline: Inline,
    pub abi: Abi,
    pub cold: bool,
    pub reached: Reached,
    pub span: Span,
}

impl Head<'_> {
    pub fn signature(&self) -> Signature {
        let params = self.params.iter().map(|&(_, ty, _)| ty).collect();
        Signature { params, ret: Some(self.ret) }
    }
}

pub(crate) fn lower_function<'a>(
    head: Head<'a>,
    body: &Body<'a>,
    around: Surroundings<'a, '_>,
) -> Result<Function> {
    let mut lowering = Lowering {
        around,
        names: HashMap::new(),
        blocks: HashMap::new(),
        tys: vec![Some(head.ret)],
        defaulting: false,
        learned: false,
    };
    let mut locals = vec![("RET", head.span)];
    lowering.names.insert("RET", Local::RETURN);
    let params = head.params.iter().map(|&(name, ty, span)| (name, Some(ty), span));
    let lets = body.locals.iter().map(|local| (local.name, local.ty, local.span));
    for (name, ty, span) in params.chain(lets) {
        let local = Local(locals.len() as u32);
        if lowering.names.insert(name, local).is_some() {
            return fault(span, format!("local `{name}` is declared twice"));
        }
        locals.push((name, span));
        lowering.tys.push(ty);
    }
    for (i, block) in body.blocks.iter().enumerate().skip(1) {
        if lowering.blocks.insert(block.name, BlockId(i as u32)).is_some() {
            return fault(head.span, format!("block `{}` is defined twice", block.name));
        }
    }
    lowering.infer(body);
    lowering.defaulting = true;
    let blocks = lowering.blocks(body)?;
    let locals = locals.into_iter().zip(&lowering.tys).map(|((name, span), ty)| match ty {
        Some(ty) => Ok(LocalDecl { name: name.to_owned(), ty: *ty, span }),
        None => fault(span, format!("the type of `{name}` cannot be inferred")),
    });
    Ok(Function {
        name: head.name,
        params: head.params.len() as u32,
        locals: locals.collect::<Result<_>>()?,
        blocks,
        generics: head.generics,
        inline: head.inline,
        abi: head.abi,
        cold: head.cold,
        reached: head.reached,
        span: head.span,
    })
}

/// What the surface language calls a method.
fn not_mir<T>(method: &str, span: Span) -> Result<T> {
    fault(span, format!("method call `{method}` is not MIR"))
}

impl<'a> Lowering<'a, '_> {
    /// Learns the types of locals that were declared without one.
    fn infer(&mut self, body: &Body<'a>) {
        for _ in 0..ROUNDS {
            if !self.tys.contains(&None) {
                return;
            }
            self.learned = false;
            self.defaulting = false;
            self.learn_from(body);
            if self.learned {
                continue;
            }
            // Nothing but literals can tell any more.
            self.defaulting = true;
            self.learn_from(body);
            if !self.learned {
                return;
            }
        }
    }

    /// One pass over the body; what is not understood now is told in the final pass.
    fn learn_from(&mut self, body: &Body<'a>) {
        for block in &body.blocks {
            for statement in &block.statements {
                let _ = self.statement(statement);
            }
            let _ = self.terminator(&block.terminator);
        }
    }

    fn blocks(&mut self, body: &Body<'a>) -> Result<Vec<Block>> {
        let mut blocks = Vec::with_capacity(body.blocks.len());
        for block in &body.blocks {
            let mut statements = Vec::with_capacity(block.statements.len());
            for statement in &block.statements {
                statements.push(self.statement(statement)?);
            }
            let terminator = self.terminator(&block.terminator)?;
            let name = block.name.to_owned();
            blocks.push(Block { name, cleanup: block.cleanup, statements, terminator });
        }
        Ok(blocks)
    }

    fn statement(&mut self, expr: &Expr<'a>) -> Result<Statement> {
        let kind = match &expr.kind {
            ExprKind::Assign(sides) => self.assignment(&sides[0], &sides[1])?,
            ExprKind::Call(callee, args) => match (callee.last_segment(), &args[..]) {
                (Some("StorageLive"), [local]) => StatementKind::StorageLive(self.local(local)?),
                (Some("StorageDead"), [local]) => StatementKind::StorageDead(self.local(local)?),
                (Some("SetDiscriminant"), [place, variant]) => {
                    let (place, _) = self.place(place)?;
                    StatementKind::SetDiscriminant(place, self.number(variant)?)
                }
                (Some("Assume"), [condition]) => {
                    let bool = self.around.types.bool();
                    StatementKind::Assume(self.operand(condition, Some(bool))?.0)
                }
                (Some(name), _) => {
                    return fault(expr.span, format!("statement `{name}` is not supported"));
                }
                (None, _) => return fault(expr.span, "expected a statement"),
            },
            ExprKind::Method(_, name, _) => return not_mir(name, expr.span),
            _ => return fault(expr.span, "expected a statement"),
        };
        Ok(Statement { kind, span: expr.span })
    }

    fn assignment(&mut self, target: &Expr<'a>, value: &Expr<'a>) -> Result<StatementKind> {
        if let Some(local) = self.bare_untyped(target) {
            let (rvalue, ty) = self.rvalue(value, None)?;
            self.learn(local, ty);
            return Ok(StatementKind::Assign(Place::local(local), rvalue));
        }
        let (place, ty) = self.place(target)?;
        let (rvalue, _) = self.rvalue(value, Some(ty))?;
        Ok(StatementKind::Assign(place, rvalue))
    }

    /// The local that an expression names.
    fn local(&self, expr: &Expr<'a>) -> Result<Local> {
        match expr.kind {
            ExprKind::Name(name) => match self.names.get(name) {
                Some(&local) => Ok(local),
                None => fault(expr.span, format!("there is no local `{name}`")),
            },
            _ => fault(expr.span, "expected a local"),
        }
    }

    /// The local that an expression is, if its type is not known yet.
    fn bare_untyped(&self, expr: &Expr<'a>) -> Option<Local> {
        let ExprKind::Name(name) = expr.kind else { return None };
        let local = *self.names.get(name)?;
        self.tys[local.index()].is_none().then_some(local)
    }

    fn learn(&mut self, local: Local, ty: Ty) {
        if self.tys[local.index()].is_none() {
            self.tys[local.index()] = Some(ty);
            self.learned = true;
        }
    }

    fn local_ty(&self, local: Local, span: Span) -> Result<Ty> {
        match self.tys[local.index()] {
            Some(ty) => Ok(ty),
            None => fault(span, "the type of this local cannot be inferred"),
        }
    }

    /// A plain number, such as the index of a variant.
    fn number(&self, expr: &Expr<'a>) -> Result<u32> {
        match expr.kind {
            ExprKind::Int { value, .. } if value <= u128::from(u32::MAX) => Ok(value as u32),
            _ => fault(expr.span, "expected a small number"),
        }
    }

    fn block(&self, name: &str, span: Span) -> Result<BlockId> {
        match self.blocks.get(name) {
            Some(&block) => Ok(block),
            None => fault(span, format!("there is no block `{name}`")),
        }
    }
}
