//! Bugs as data: a name, the pass that has it, and the wrong rewriting. Which program
//! triggers a bug follows from the rewriting alone, as in a real compiler: the rewriting
//! is done wherever its pattern stands, and is harmless where the values happen to suit.

use spektr_mir::syntax::*;

use crate::body::Body;
use crate::bugs;

/// The part of the compiler that a pass belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    Mir,
    Llvm,
}

/// A statement becomes others.
pub type StatementRule = fn(&mut Body<'_>, BlockId, &StatementKind) -> Option<Vec<StatementKind>>;
/// The statements of a block become others.
pub type BlockRule = fn(&mut Body<'_>, BlockId, &[StatementKind]) -> Option<Vec<StatementKind>>;
/// A terminator is changed; statements may be added before it.
pub type TerminatorRule =
    fn(&mut Body<'_>, BlockId, &TerminatorKind) -> Option<(Vec<StatementKind>, TerminatorKind)>;
/// A whole function is changed, and others may be added.
pub type FunctionRule = fn(&mut Program, FnId) -> bool;
/// Whether the compiler gives up at this statement.
pub type FatalRule = fn(&Body<'_>, BlockId, &StatementKind) -> bool;

/// How a pass is wrong.
#[derive(Clone, Copy)]
pub enum Wrong {
    Statement(StatementRule),
    Block(BlockRule),
    Terminator(TerminatorRule),
    Function(FunctionRule),
    /// The compiler dies with these words.
    Fatal(FatalRule, Death),
}

/// How a compiler dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// A panic with this message at this place of the compiler's source.
    Panic { message: &'static str, at: &'static str },
    /// A fatal error of the code generator, followed by an abort.
    Abort { message: &'static str },
}

pub struct Bug {
    /// As typed: `shift-right-i16`.
    pub name: &'static str,
    pub layer: Layer,
    /// The pass that has the bug; no other bug is in this pass.
    pub pass: &'static str,
    /// What goes wrong and when.
    pub about: &'static str,
    pub wrong: Wrong,
}

/// All bugs, those of MIR passes first, in the order in which the passes run.
pub fn all() -> &'static [Bug] {
    bugs::ALL
}

pub fn named(name: &str) -> Option<&'static Bug> {
    all().iter().find(|bug| bug.name == name)
}

impl Bug {
    /// Runs the pass over one function. An error is the death of the compiler.
    pub fn run(&self, program: &mut Program, id: FnId) -> Result<(), Death> {
        if let Wrong::Function(rule) = self.wrong {
            rule(program, id);
            return Ok(());
        }
        let Program { types, functions, .. } = program;
        let mut body = Body::new(types, &mut functions[id.index()]);
        for index in 0..body.function.blocks.len() {
            self.run_on_block(&mut body, BlockId(index as u32))?;
        }
        Ok(())
    }

    fn run_on_block(&self, body: &mut Body<'_>, id: BlockId) -> Result<(), Death> {
        let block = &body.function.blocks[id.index()];
        let old: Vec<StatementKind> = block.statements.iter().map(|s| s.kind.clone()).collect();
        match self.wrong {
            Wrong::Statement(rule) => {
                let new: Vec<StatementKind> = old
                    .iter()
                    .flat_map(|kind| rule(body, id, kind).unwrap_or_else(|| vec![kind.clone()]))
                    .collect();
                set_statements(body, id, new);
            }
            Wrong::Block(rule) => {
                if let Some(new) = rule(body, id, &old) {
                    set_statements(body, id, new);
                }
            }
            Wrong::Terminator(rule) => {
                let kind = body.function.blocks[id.index()].terminator.kind.clone();
                if let Some((before, kind)) = rule(body, id, &kind) {
                    set_statements(body, id, old.into_iter().chain(before).collect());
                    body.function.blocks[id.index()].terminator.kind = kind;
                }
            }
            Wrong::Fatal(rule, death) => {
                if old.iter().any(|kind| rule(body, id, kind)) {
                    return Err(death);
                }
            }
            Wrong::Function(_) => {}
        }
        Ok(())
    }
}

fn set_statements(body: &mut Body<'_>, id: BlockId, kinds: Vec<StatementKind>) {
    let statement = |kind| Statement { kind, span: Span::default() };
    body.function.blocks[id.index()].statements = kinds.into_iter().map(statement).collect();
}
