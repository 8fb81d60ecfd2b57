//! A program that grows while it runs: functions that are added, and blocks that end, before the
//! text around them exists. For generators; everything is executed by the same rules.

use spektr_text::Span;

use super::code::Declaration;
use super::lower;
use super::memory::{Origin, Wish};
use super::{Machine, ObjectId, Step, Value, library};
use crate::syntax::{FunctionId, LocalId, Program};

impl Machine {
    /// Takes note of a function that the program has got, or whose body is another one now.
    /// Nothing is known of what pointers touch: more is yet to come.
    /// No other function has its name.
    pub fn define(&mut self, program: &Program, function: FunctionId) {
        let linked = &mut self.shared.linked.functions;
        linked.truncate(program.functions.len());
        for (index, function) in program.functions.iter().enumerate().skip(linked.len()) {
            linked.push(function.body.is_some().then_some(FunctionId(index as u32)));
        }
        let index = function.0;
        let (linked, quiet) = (&self.shared.linked, &library::effects);
        self.shared.summaries.learn(program, linked, quiet, index as usize);
        let code = lower::function(program, &mut self.shared, &mut self.memory, index);
        let codes = std::sync::Arc::make_mut(&mut self.codes);
        codes.push(code);
        self.code_of.resize(program.functions.len(), None);
        self.code_of[index as usize] = Some(codes.len() as u32 - 1);
    }

    /// An object for a local.
    #[inline]
    pub(super) fn make_local(&mut self, declared: Declaration, function: u32) -> Step<Value> {
        let id = self.memory.make(Wish {
            size: declared.size,
            align: declared.align,
            flags: declared.flags,
            declared: declared.declared,
            origin: Origin::Local { function, local: declared.local },
            made: declared.span,
        })?;
        Ok(self.memory.whole(id))
    }

    /// Ends the lives of locals of the function that was entered last, as leaving their block
    /// does.
    pub fn finish(&mut self, locals: &[LocalId]) {
        let Some(base) = self.frames.last().map(|frame| frame.base) else { return };
        for local in locals {
            let Some(&slot) = self.stack.get((base + local.0) as usize) else { continue };
            if let Some(pointer) = slot.pointer()
                && self.memory.is_live(pointer.object)
            {
                self.memory.end(pointer.object, Span::default());
            }
        }
    }

    /// Gives a scalar with nothing special about it a value, as an assignment does whose value was
    /// computed by the machine's rules before. False if only executing it can tell.
    pub fn assign_known(&mut self, id: ObjectId, offset: u64, size: u64, value: Value) -> bool {
        let Some(object) = self.memory.get(id) else { return false };
        let plain = object.flags == 0 && matches!(size, 1 | 2 | 4 | 8);
        if !plain || !value.is_number() || offset + size > u64::from(object.size) {
            return false;
        }
        self.side_effects += 1;
        self.memory.change(id).store_word(offset as u32, size as u32, value.lo);
        true
    }

    /// Instructions executed so far by statements and expressions in no program yet.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Leaves the function that was entered last; its locals have ended before.
    pub fn leave_function(&mut self) {
        self.frames.pop();
    }

    /// Where the last statement or expression that was refused stopped: in which function, and
    /// at which place of the text.
    pub fn stopped_at(&self) -> Option<(FunctionId, Span)> {
        self.stopped
    }

    pub(super) fn current_place(&self) -> Option<(FunctionId, Span)> {
        let frame = self.frames.last()?;
        let code = &self.codes[frame.code as usize];
        let span = code.spans.get((frame.pc as usize).saturating_sub(1)).copied()?;
        Some((FunctionId(code.function), span))
    }
}
