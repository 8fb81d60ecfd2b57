//! Initialisers: positions where they follow each other, designators where they do not.

use super::expr::ASSIGN;
use super::unit::Printer;
use crate::syntax::{ArrayInit, Init, RecordInit};
use crate::types::{RecordId, Ty};

impl Printer<'_> {
    /// An initialiser behind `=`.
    pub fn init(&mut self, ty: Ty, init: &Init) {
        match init {
            Init::Expr(expr) => self.expr(expr, ASSIGN),
            Init::Array(items) => self.array_init(ty, items),
            Init::Record(items) => {
                let id = self.program.types.as_record(ty).expect("a record has a type of its own");
                self.out.push('{');
                let mut state = ListState::default();
                self.record_items(id, items, &mut state);
                self.out.push('}');
            }
        }
    }

    /// An initialiser that needs braces, as that of a compound literal.
    pub fn braced_init(&mut self, ty: Ty, init: &Init) {
        if let Init::Expr(expr) = init {
            self.out.push('{');
            self.expr(expr, ASSIGN);
            self.out.push('}');
        } else {
            self.init(ty, init);
        }
    }

    fn array_init(&mut self, ty: Ty, items: &[ArrayInit]) {
        let element = self.program.types.element(ty).expect("elements are of arrays");
        self.out.push('{');
        let mut next = 0;
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out += ", ";
            }
            if item.first != item.last {
                self.out += &format!("[{} ... {}] = ", item.first, item.last);
            } else if item.first != next {
                self.out += &format!("[{}] = ", item.first);
            }
            next = item.last + 1;
            self.init(element, &item.init);
        }
        self.out.push('}');
    }

    fn record_items(&mut self, id: RecordId, items: &[RecordInit], state: &mut ListState) {
        let program = self.program;
        let fields = program.types.fields(id);
        let mut next = 0;
        for item in items {
            // Unnamed bit-fields take no value.
            while fields[next].name.is_none() && fields[next].bits.is_some() {
                next += 1;
            }
            let index = item.field as usize;
            let field = &fields[index];
            let in_place = index == next && !state.designating;
            next = index + 1;
            match (&field.name, &item.init) {
                (Some(name), init) => {
                    self.separator(state);
                    if !in_place {
                        self.out += &format!(".{name} = ");
                    }
                    self.init(field.ty, init);
                }
                (None, Init::Record(inner)) if !in_place => {
                    // What an anonymous record holds is designated by its own names.
                    let inner_id = program.types.as_record(field.ty).expect("a record");
                    // Behind it, positions would count on from inside.
                    state.designating = true;
                    self.record_items(inner_id, inner, state);
                }
                (None, init) => {
                    self.separator(state);
                    self.init(field.ty, init);
                }
            }
        }
    }

    fn separator(&mut self, state: &mut ListState) {
        if state.started {
            self.out += ", ";
        }
        state.started = true;
    }
}

/// How far a list has got.
#[derive(Default)]
struct ListState {
    started: bool,
    /// Positions do not count any more.
    designating: bool,
}
