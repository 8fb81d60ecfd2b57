//! The generator's state and the small questions every construct asks of it. How programs
//! are put together is in `body`, what they are made of in the modules of the table's rows.

use spektr_entropy::Entropy;

use super::droppable::Droppables;
use super::facts::{FactTable, Facts};
use super::generics::Template;
use super::kernels::Helpers;
use super::literals::Literals;
use super::scene::{Draft, LocalState, Scene};
use super::spots::Shapes;
use super::stage::Stage;
use super::swarm::Settings;
use super::types::{Pool, make_pool};
use super::usage::Usage;
use crate::syntax::{
    Abi, Block, BlockId, FnId, Function, Inline, Local, LocalDecl, Reached, Span, StatementKind,
    Terminator, TerminatorKind, Ty, TyKind, Types,
};

/// What may still be spent.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Statements and terminators to write.
    pub statements: i64,
    /// Steps to execute.
    pub steps: u64,
    /// Steps that may be lost to runs that are refused.
    pub waste: u64,
    /// Observations to execute.
    pub observations: u32,
}

pub struct Generator {
    pub settings: Settings,
    pub entropy: Entropy,
    pub stage: Stage,
    pub facts: FactTable,
    pub pool: Pool,
    pub shapes: Shapes,
    pub literals: Literals,
    pub drafts: Vec<Draft>,
    pub scenes: Vec<Scene>,
    pub budget: Budget,
    pub usage: Usage,
    /// Functions that kernels share.
    pub helpers: Helpers,
    /// Generic functions, which the program has instances of until it is finished.
    pub templates: Vec<Template>,
    pub droppables: Droppables,
    /// Code is being written that nothing runs: no machine, no questions.
    pub decoy: bool,
    /// The machine refused what has to be accepted; this attempt is given up.
    pub stuck: bool,
}

impl Generator {
    pub fn new(settings: Settings, seed: u64) -> Generator {
        let mut types = Types::default();
        let mut facts = FactTable::default();
        let type_stream = Entropy::named(seed, "types");
        let pool = make_pool(&mut types, &mut facts, &settings.policy.types, type_stream);
        let size = u64::from(settings.size);
        let budget = Budget {
            statements: i64::from(settings.size),
            steps: size * u64::from(settings.steps_per_statement()),
            waste: size * u64::from(settings.steps_per_statement()),
            observations: settings.policy.observe.executed,
        };
        let usage = Usage::new(settings.policy.clone(), settings.size, settings.left_out.clone());
        Generator {
            entropy: Entropy::named(seed, "code"),
            stage: Stage::new(types),
            literals: Literals::new(settings.policy.literals.clone()),
            shapes: Shapes::new(!settings.policy.avoid.variant_lifetimes),
            settings,
            facts,
            pool,
            drafts: Vec::new(),
            scenes: Vec::new(),
            budget,
            usage,
            helpers: Helpers::default(),
            templates: Vec::new(),
            droppables: Droppables::default(),
            decoy: false,
            stuck: false,
        }
    }

    #[inline]
    pub fn types(&self) -> &Types {
        &self.stage.program.types
    }

    #[inline]
    pub fn facts(&self, ty: Ty) -> &Facts {
        self.facts.of(ty)
    }

    /// The type, added to the program if it is new.
    pub fn intern(&mut self, kind: TyKind) -> Ty {
        if let Some(ty) = self.types().lookup(&kind) {
            return ty;
        }
        let ty = self.stage.program.types.intern(kind);
        self.facts.extend(&self.stage.program.types);
        self.stage.extend_types();
        ty
    }

    #[inline]
    pub fn scene(&self) -> &Scene {
        // A scene is pushed before any construct is asked for and popped after the last.
        self.scenes.last().expect("a frame is being generated")
    }

    #[inline]
    pub fn scene_mut(&mut self) -> &mut Scene {
        self.scenes.last_mut().expect("a frame is being generated")
    }

    #[inline]
    pub fn draft(&self) -> &Draft {
        &self.drafts[self.scene().function.index()]
    }

    #[inline]
    pub fn draft_mut(&mut self) -> &mut Draft {
        let function = self.scene().function;
        &mut self.drafts[function.index()]
    }

    #[inline]
    pub fn function(&self) -> &Function {
        &self.stage.program.functions[self.scene().function.index()]
    }

    #[inline]
    pub fn local_ty(&self, local: Local) -> Ty {
        self.function().locals[local.index()].ty
    }

    /// A new function with nothing but its signature and an empty first block.
    pub fn new_function(&mut self, params: &[Ty], ret: Ty, inline: Inline) -> FnId {
        let id = FnId(self.stage.program.functions.len() as u32);
        self.stage.program.functions.push(Function {
            name: format!("fn{}", id.0),
            params: params.len() as u32,
            generics: 0,
            locals: Vec::new(),
            blocks: Vec::new(),
            inline,
            abi: Abi::Rust,
            cold: false,
            reached: Reached::Directly,
            span: Span::default(),
        });
        self.drafts.push(Draft::default());
        // The number may have belonged to a function that was taken back.
        self.stage.forget_function(id);
        for &ty in std::iter::once(&ret).chain(params) {
            self.add_local(id, ty, false);
        }
        self.add_block(id);
        id
    }

    pub fn add_local(&mut self, function: FnId, ty: Ty, marked: bool) -> Local {
        let locals = &mut self.stage.program.functions[function.index()].locals;
        let local = Local(locals.len() as u32);
        let name = if local == Local::RETURN { "RET".to_owned() } else { format!("_{}", local.0) };
        locals.push(LocalDecl { name, ty, span: Span::default() });
        let draft = &mut self.drafts[function.index()];
        draft.marked.push(marked);
        let types = &self.stage.program.types;
        draft.spots.add_local(types, &self.facts, &mut self.shapes, local, ty);
        local
    }

    pub fn add_block(&mut self, function: FnId) -> BlockId {
        let blocks = &mut self.stage.program.functions[function.index()].blocks;
        let id = BlockId(blocks.len() as u32);
        // Until its terminator is decided, whoever runs into it is refused.
        let terminator = Terminator { kind: TerminatorKind::Unreachable, span: Span::default() };
        blocks.push(Block {
            name: format!("bb{}", id.0),
            cleanup: false,
            statements: Vec::new(),
            terminator,
        });
        self.drafts[function.index()].sealed.push(false);
        id
    }

    /// An empty block of the current function.
    pub fn new_block(&mut self) -> BlockId {
        self.add_block(self.scene().function)
    }

    /// Takes back the block that was made last.
    pub fn drop_last_block(&mut self) {
        let function = self.scene().function.index();
        self.stage.program.functions[function].blocks.pop();
        self.drafts[function].sealed.pop();
    }

    /// A new local of the current function, usable from here on.
    pub fn declare(&mut self, ty: Ty) -> Local {
        let marked = !self.decoy && self.entropy.permille(self.settings.policy.data.storage);
        self.declare_with(ty, marked)
    }

    /// A new local whose storage is marked or not.
    pub fn declare_with(&mut self, ty: Ty, marked: bool) -> Local {
        let function = self.scene().function;
        let local = self.add_local(function, ty, marked);
        self.stage.declare_local(local, marked);
        let depth = self.scene().depth();
        self.scene_mut().locals.push(LocalState { depth, ..LocalState::default() });
        if marked && !self.statement(StatementKind::StorageLive(local)) {
            self.scene_mut().state_mut(local).off = true;
        }
        local
    }

    /// The unit-typed local that calls without a result write to.
    pub fn unit_place(&mut self) -> Local {
        if let Some(local) = self.draft().unit {
            return local;
        }
        let unit = self.intern(TyKind::Tuple(Vec::new()));
        let local = self.declare_with(unit, false);
        self.draft_mut().unit = Some(local);
        local
    }

    pub fn chance(&mut self, share: u32) -> bool {
        self.entropy.permille(share)
    }
}
