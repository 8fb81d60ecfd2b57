//! Flat expressions: the same text that their trees would give.

use super::expr::{ADD, AND, ASSIGN, COMMA, CONDITIONAL, OR, POSTFIX, UNARY, level};
use super::literal::{self, Binds};
use super::unit::Printer;
use crate::syntax::{Flat, FlatId, UnOp};

impl Printer<'_> {
    /// A flat expression where only what binds at least as tightly as `least` may stand bare.
    pub fn flat(&mut self, id: FlatId, least: u8) {
        let program = self.program;
        let node = program.flats.get(id);
        let own = match node {
            Flat::Local(id) => return self.out += &self.local.locals[id.0 as usize],
            Flat::Global(id) => return self.global_use(id),
            Flat::Tree(index) => return self.expr(&program.flats.trees[index as usize], least),
            Flat::Int(kind, bits) => binds(literal::int_binds(kind, bits.into())),
            Flat::Float(kind, bits) => binds(literal::float(kind, bits.into()).1),
            Flat::Index(..) | Flat::Member(..) | Flat::Paren(_) | Flat::Builtin(..) => POSTFIX,
            Flat::Deref(_) | Flat::Unary(..) | Flat::Cast(..) => UNARY,
            Flat::Binary(op, ..) => level(op),
            Flat::And(..) => AND,
            Flat::Or(..) => OR,
            Flat::Conditional(..) => CONDITIONAL,
            Flat::Assign(..) | Flat::CompoundAssign(..) => ASSIGN,
        };
        if own < least {
            self.out.push('(');
            self.bare_flat(node);
            self.out.push(')');
        } else {
            self.bare_flat(node);
        }
    }

    fn bare_flat(&mut self, node: Flat) {
        match node {
            Flat::Local(_) | Flat::Global(_) | Flat::Tree(_) => {}
            Flat::Int(kind, bits) => literal::push_int(&mut self.out, kind, bits.into()),
            Flat::Float(kind, bits) => self.out += &literal::float(kind, bits.into()).0,
            Flat::Index(base, index) => {
                self.flat(base, POSTFIX);
                self.out.push('[');
                self.flat(index, COMMA);
                self.out.push(']');
            }
            Flat::Member(base, record, field) => {
                let program = self.program;
                match program.flats.get(base) {
                    Flat::Deref(pointer) => {
                        self.flat(pointer, POSTFIX);
                        self.out += "->";
                    }
                    _ => {
                        self.flat(base, POSTFIX);
                        self.out.push('.');
                    }
                }
                let name = program.types.fields(record)[field as usize].name.as_deref();
                self.out += name.expect("only members with names are written flat");
            }
            Flat::Deref(pointer) => self.flat_prefix('*', pointer),
            Flat::Unary(op, operand) => {
                let spelling = match op {
                    UnOp::Plus => '+',
                    UnOp::Negate => '-',
                    UnOp::Complement => '~',
                    UnOp::Not => '!',
                };
                self.flat_prefix(spelling, operand);
            }
            Flat::Binary(op, left, right) => {
                self.flat_infix(left, op.spelling(), right, level(op));
            }
            Flat::And(left, right) => self.flat_infix(left, "&&", right, AND),
            Flat::Or(left, right) => self.flat_infix(left, "||", right, OR),
            Flat::Conditional(condition, then, otherwise) => {
                self.flat(condition, OR);
                self.out += " ? ";
                self.flat(then, COMMA);
                self.out += " : ";
                self.flat(otherwise, CONDITIONAL);
            }
            Flat::Cast(operand, to) => {
                self.out.push('(');
                self.push_type_name(to);
                self.out.push(')');
                self.flat(operand, UNARY);
            }
            Flat::Paren(inner) => {
                self.out.push('(');
                self.flat(inner, COMMA);
                self.out.push(')');
            }
            Flat::Builtin(builtin, operand) => {
                self.out += "__builtin_";
                self.out += &super::expr::spelling(builtin);
                self.out.push('(');
                self.flat(operand, ASSIGN);
                self.out.push(')');
            }
            Flat::Assign(target, value) => {
                self.flat(target, UNARY);
                self.out += " = ";
                self.flat(value, ASSIGN);
            }
            Flat::CompoundAssign(op, target, value) => {
                self.flat(target, UNARY);
                self.out.push(' ');
                self.out += op.spelling();
                self.out += "= ";
                self.flat(value, ASSIGN);
            }
        }
    }

    fn flat_infix(&mut self, left: FlatId, spelling: &str, right: FlatId, own: u8) {
        self.flat(left, own);
        self.out.push(' ');
        self.out += spelling;
        self.out.push(' ');
        self.flat(right, own + 1);
    }

    /// A blank keeps `- -x` from becoming `--x`.
    fn flat_prefix(&mut self, spelling: char, operand: FlatId) {
        self.out.push(spelling);
        let at = self.out.len();
        self.flat(operand, UNARY);
        if matches!(spelling, '+' | '-') && self.out[at..].starts_with(spelling) {
            self.out.insert(at, ' ');
        }
    }
}

fn binds(how: Binds) -> u8 {
    match how {
        Binds::Sum => ADD,
        Binds::Unary => UNARY,
        Binds::Operand => POSTFIX,
    }
}
