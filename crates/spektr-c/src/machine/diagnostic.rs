//! A stop as a person reads it: the rule, the place, and the history of the object.

use spektr_text::{Diagnostic, Note, Span};

use super::Machine;
use super::memory::{ObjectId, Origin};
use super::stop::Stop;
use crate::syntax::Program;

impl Machine {
    /// Where the program is: the innermost function and the place in the text.
    pub fn location(&self, program: &Program) -> Option<(String, Span)> {
        let frame = self.frames.last()?;
        let code = &self.codes[frame.code as usize];
        let span = code.spans.get((frame.pc as usize).saturating_sub(1)).copied()?;
        let name = program
            .functions
            .get(code.function as usize)
            .map_or_else(String::new, |function| function.name.clone());
        Some((name, span))
    }

    /// What is to be said about a stop that this machine just came to.
    pub fn diagnose(&self, program: &Program, stop: &Stop) -> Diagnostic {
        let location = self.location(program);
        let mut notes = Vec::new();
        if !stop.source().is_empty() {
            notes.push(Note { message: format!("see {}", stop.source()), span: None });
        }
        if let Some(object) = stop.object() {
            notes.extend(self.history(program, object));
        }
        notes.extend(self.callers(program));
        Diagnostic {
            class: stop.class(),
            rule: stop.rule(),
            message: stop.to_string(),
            span: location.as_ref().map(|(_, span)| *span).filter(|span| span.is_known()),
            context: location
                .filter(|(name, _)| !name.is_empty())
                .map_or_else(String::new, |(name, _)| format!("in `{name}`")),
            notes,
        }
    }

    /// What the object is, where it came from, and where it ended.
    fn history(&self, program: &Program, id: ObjectId) -> Vec<Note> {
        let known = |span: Span| Some(span).filter(|span| span.is_known());
        if let Some(object) = self.memory.get(id) {
            let what = self.describe(program, object.origin, object.size);
            let message = format!("the object is {what}");
            return vec![Note { message, span: known(object.made) }];
        }
        let Some(grave) = self.memory.grave(id) else { return Vec::new() };
        let what = self.describe(program, grave.origin, 0);
        vec![
            Note { message: format!("the object was {what}"), span: known(grave.made) },
            Note { message: "its lifetime ended here".to_string(), span: known(grave.ended) },
        ]
    }

    fn describe(&self, program: &Program, origin: Origin, size: u32) -> String {
        match origin {
            Origin::Static(index) => {
                let global = &program.globals[index as usize];
                let ty = program.types.describe(global.ty);
                if global.name.is_empty() {
                    return format!("a compound literal of type `{ty}`");
                }
                format!("`{}` of type `{ty}`", global.name)
            }
            Origin::Local { function, local } => {
                let function = &program.functions[function as usize];
                let local = &function.locals[local as usize];
                let ty = program.types.describe(local.ty);
                if local.name.is_empty() {
                    return format!("a compound literal of type `{ty}` in `{}`", function.name);
                }
                format!("`{}` of type `{ty}` in `{}`", local.name, function.name)
            }
            Origin::Literal => "a string literal".to_string(),
            Origin::Temporary => "the value of an expression".to_string(),
            Origin::Heap if size > 0 => format!("{size} bytes from an allocation function"),
            Origin::Heap => "from an allocation function".to_string(),
        }
    }

    /// The calls that led here, the nearest first.
    fn callers(&self, program: &Program) -> Vec<Note> {
        const MOST: usize = 4;
        let above = self.frames.len().saturating_sub(1);
        let frames = self.frames[..above].iter().rev().take(MOST);
        frames
            .map(|frame| {
                let code = &self.codes[frame.code as usize];
                let name = program.functions.get(code.function as usize).map(|f| f.name.as_str());
                let span = code.spans.get((frame.pc as usize).saturating_sub(1)).copied();
                let message = format!("called from `{}`", name.unwrap_or("?"));
                Note { message, span: span.filter(|span| span.is_known()) }
            })
            .collect()
    }
}
