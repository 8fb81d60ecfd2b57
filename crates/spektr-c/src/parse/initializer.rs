//! Initialisers (6.7.9): first as written, with braces and designators; then laid out over the
//! type of the object, so that every value stands at the element it initialises.

use spektr_text::Span;

use super::cursor::Parser;
use super::lex::{Name, Punct, Tok};
use super::{Read, fail};
use crate::syntax::{ArrayInit, Expr, ExprKind, Init, RecordInit};
use crate::types::{IntKind, Shape, Ty, Types};
use crate::typing;

/// An initialiser as written.
pub enum Written {
    Expr(Expr),
    List(Vec<Item>, Span),
}

/// One item of a list.
pub struct Item {
    designators: Vec<(Designator, Span)>,
    value: Written,
}

#[derive(Clone, Copy)]
enum Designator {
    Member(Name),
    Elements(u64, u64),
}

/// A step from an aggregate to one of its parts.
#[derive(Clone, Copy, Debug)]
enum Step {
    Field(u32),
    Elements(u64, u64),
}

/// Where in an aggregate the next value goes: steps down from it, each with the type it is in.
type Path = Vec<(Ty, Step)>;

/// `[0 ... n].x` is spelled out for each element, up to so many.
const LONGEST_RANGE: u64 = 1 << 16;

impl Parser<'_> {
    /// An initialiser for an object of type `ty`; also the type with a length that it gives an
    /// array.
    pub fn initializer(&mut self, ty: Ty) -> Read<(Init, Ty)> {
        let written = self.written_initializer()?;
        self.lay_out(written, ty)
    }

    fn written_initializer(&mut self) -> Read<Written> {
        if self.is(Punct::LeftBrace) {
            return self.nested(|parser| parser.braced());
        }
        self.assignment_expression().map(Written::Expr)
    }

    /// `{ … }` with its braces.
    pub fn braced(&mut self) -> Read<Written> {
        let from = self.expect(Punct::LeftBrace)?;
        let mut items = Vec::new();
        while !self.is(Punct::RightBrace) {
            let designators = self.designators()?;
            let value = self.written_initializer()?;
            items.push(Item { designators, value });
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RightBrace)?;
        Ok(Written::List(items, self.since(from)))
    }

    fn designators(&mut self) -> Read<Vec<(Designator, Span)>> {
        let mut found = Vec::new();
        // GNU's old form: `member: value`.
        if let (Tok::Name(name), Tok::Punct(Punct::Colon)) = (self.peek(), self.peek_second()) {
            let span = self.next().span;
            self.next();
            return Ok(vec![(Designator::Member(name), span)]);
        }
        loop {
            let from = self.span();
            if self.eat(Punct::Dot) {
                let (name, span) = self.expect_name()?;
                found.push((Designator::Member(name), span));
            } else if self.eat(Punct::LeftBracket) {
                let first = self.designated_index()?;
                let last = if self.eat(Punct::Ellipsis) { self.designated_index()? } else { first };
                self.expect(Punct::RightBracket)?;
                if first > last {
                    return fail(self.since(from), "the last element is before the first");
                }
                found.push((Designator::Elements(first, last), self.since(from)));
            } else {
                break;
            }
        }
        // `[3] value` without `=` is GNU C too.
        if !found.is_empty() && !self.eat(Punct::Assign) {
            let array = matches!(found.last(), Some((Designator::Elements(..), _)));
            if !array {
                return self.unexpected("`=`");
            }
        }
        Ok(found)
    }

    fn designated_index(&mut self) -> Read<u64> {
        let from = self.span();
        let value = self.constant_integer()?;
        match u64::try_from(value) {
            Ok(index) if index < 1 << 62 => Ok(index),
            _ => fail(self.since(from), "no element has this index"),
        }
    }

    /// Lays an initialiser out over a type.
    pub fn lay_out(&mut self, written: Written, ty: Ty) -> Read<(Init, Ty)> {
        let init = self.whole(written, ty)?;
        let length = match (self.types().shape(ty), &init) {
            (Shape::Array { length: None, .. }, Init::Array(items)) => {
                Some(items.iter().map(|item| item.last + 1).max().unwrap_or(0))
            }
            (Shape::Array { length: None, .. }, Init::Expr(expr)) => match &expr.kind {
                ExprKind::String(literal) => Some(literal.units.len() as u64),
                _ => None,
            },
            _ => None,
        };
        let Some(length) = length else { return Ok((init, ty)) };
        let element = self.types().element(ty).expect("an array");
        let sized = self.types().array(element, Some(length));
        Ok((init, sized))
    }

    /// The initialiser of a whole object, with braces of its own or none.
    fn whole(&mut self, written: Written, ty: Ty) -> Read<Init> {
        match written {
            Written::Expr(expr) => self.value_of(expr, ty),
            Written::List(mut items, span) => {
                let types = &self.program.types;
                let is_aggregate = types.is_array(ty) || types.is_record(ty) || types.is_vector(ty);
                let single = items.len() == 1 && items[0].designators.is_empty();
                let braced_string = single
                    && matches!(&items[0].value, Written::Expr(expr) if fills(types, expr, ty));
                if braced_string || (!is_aggregate && single) {
                    let item = items.pop().expect("there is one");
                    return self.whole(item.value, ty);
                }
                if is_aggregate {
                    return self.list(items, ty, span);
                }
                if !items.is_empty() {
                    return fail(span, "too many values for one object");
                }
                let zero = Expr { span, ..Expr::int(0) };
                self.value_of(zero, ty)
            }
        }
    }

    fn value_of(&mut self, expr: Expr, ty: Ty) -> Read<Init> {
        if fills(&self.program.types, &expr, ty) {
            return self.string_of(expr, ty);
        }
        let span = expr.span;
        if self.types().is_array(ty) {
            if !self.types().is_complete(ty) {
                return fail(
                    span,
                    "an array whose length a compound literal gives is not understood",
                );
            }
            // GNU C: an array from a compound literal of its type.
            if let ExprKind::CompoundLiteral { init, .. } = &expr.peeled().kind
                && self.types().element(ty) == self.types().element(expr.ty)
            {
                return Ok((**init).clone());
            }
            if let ExprKind::Global(id) = expr.peeled().kind
                && self.program.global(id).name.is_empty()
                && let crate::syntax::Definition::Initialized(init) =
                    &self.program.global(id).definition
            {
                return Ok(init.clone());
            }
            return fail(span, "an array is initialised by a list");
        }
        let converted = typing::assignment_conversion(self.types(), expr, ty);
        self.typed(converted, span).map(Init::Expr)
    }

    /// A string fills an array (6.7.9p14); its last null is dropped where there is no room.
    fn string_of(&mut self, expr: Expr, ty: Ty) -> Read<Init> {
        let Expr { kind, ty: own, span } = expr.peeled().clone();
        let ExprKind::String(mut literal) = kind else { unreachable!("`fills` saw a string") };
        let sized = match *self.types().shape(ty) {
            Shape::Array { length: Some(length), .. } => {
                literal.units.truncate(usize::try_from(length).unwrap_or(usize::MAX));
                let element = self.types().element(own).expect("an array");
                self.types().array(element, Some(literal.units.len() as u64))
            }
            _ => own,
        };
        Ok(Init::Expr(Expr::new(ExprKind::String(literal), sized, span)))
    }

    /// The items of one pair of braces (6.7.9p17 to p20).
    fn list(&mut self, items: Vec<Item>, ty: Ty, span: Span) -> Read<Init> {
        let mut init = empty(&self.program.types, ty);
        // Where the last value went; the next one goes behind it.
        let mut path: Path = Vec::new();
        let mut started = false;
        for item in items {
            let at = match &item.value {
                Written::Expr(expr) => expr.span,
                Written::List(_, span) => *span,
            };
            if !item.designators.is_empty() {
                path = self.designated_path(ty, &item.designators)?;
            } else if !started {
                match first_step(&self.program.types, ty) {
                    Some(step) => path = vec![(ty, step)],
                    None => return fail(at, "too many values for this object"),
                }
            } else if !advance(&self.program.types, &mut path) {
                return fail(at, "too many values for this object");
            }
            started = true;
            let target = self.descend(&mut path, &item.value, span)?;
            let value = match item.value {
                Written::List(items, span) => {
                    let list = Written::List(items, span);
                    self.lay_out(list, target)?.0
                }
                Written::Expr(expr) => self.value_of(expr, target)?,
            };
            let types = &self.program.types;
            if let Err(why) = place(types, &mut init, ty, &path, value) {
                return fail(at, why);
            }
        }
        Ok(init)
    }

    fn designated_path(&mut self, ty: Ty, designators: &[(Designator, Span)]) -> Read<Path> {
        let mut path = Path::new();
        let mut current = ty;
        for &(designator, span) in designators {
            match designator {
                Designator::Member(name) => {
                    let text = self.text(name).to_string();
                    let types = &self.program.types;
                    let steps = types
                        .as_record(current)
                        .and_then(|id| typing::find_member(types, id, &text));
                    let Some(steps) = steps else {
                        let words = types.describe(current);
                        return fail(span, format!("`{words}` has no member `{text}`"));
                    };
                    for field in steps {
                        path.push((current, Step::Field(field)));
                        current = part(types, current, Step::Field(field));
                    }
                }
                Designator::Elements(first, last) => {
                    let types = &self.program.types;
                    let length = match types.shape(current) {
                        Shape::Array { length, .. } => length.unwrap_or(u64::MAX),
                        Shape::Vector { lanes, .. } => u64::from(*lanes),
                        _ => return fail(span, "this is no array"),
                    };
                    if last >= length {
                        return fail(span, "the array has no such element");
                    }
                    let step = Step::Elements(first, last);
                    path.push((current, step));
                    current = part(types, current, step);
                }
            }
        }
        Ok(path)
    }

    /// Goes on into aggregates that have no braces of their own (6.7.9p20), until the value fits;
    /// returns the type it initialises.
    fn descend(&mut self, path: &mut Path, value: &Written, span: Span) -> Read<Ty> {
        loop {
            let types = &self.program.types;
            let &(ty, step) = path.last().expect("a path leads somewhere");
            let target = part(types, ty, step);
            let aggregate =
                types.is_array(target) || types.is_record(target) || types.is_vector(target);
            let Written::Expr(expr) = value else { return Ok(target) };
            let whole = !aggregate
                || fills(types, expr, target)
                || types.compatible_unqualified(expr.ty, target)
                || (types.is_vector(target) && types.is_vector(expr.ty));
            if whole {
                return Ok(target);
            }
            match first_step(types, target) {
                Some(step) => path.push((target, step)),
                // Nothing there to take a value: an empty record, or an array of none.
                None => {
                    if !advance(types, path) {
                        return fail(span, "too many values for this object");
                    }
                }
            }
        }
    }
}

/// Whether a string literal initialises an array of this type as a whole.
fn fills(types: &Types, expr: &Expr, ty: Ty) -> bool {
    let (ExprKind::String(_), Shape::Array { element, .. }) =
        (&expr.peeled().kind, types.shape(ty))
    else {
        return false;
    };
    let Some(own) = types.element(expr.ty) else { return false };
    let width = |ty| types.int_kind(ty).map(|kind| kind.bits());
    matches!(types.shape(*element), Shape::Int(_)) && width(own) == width(*element)
}

fn empty(types: &Types, ty: Ty) -> Init {
    if types.is_record(ty) { Init::Record(Vec::new()) } else { Init::Array(Vec::new()) }
}

/// The type of a part.
fn part(types: &Types, ty: Ty, step: Step) -> Ty {
    match step {
        Step::Field(field) => {
            let id = types.as_record(ty).expect("fields are of records");
            types.fields(id)[field as usize].ty
        }
        Step::Elements(..) => types.element(ty).expect("elements are of arrays"),
    }
}

/// The first part that takes a value, if there is one.
fn first_step(types: &Types, ty: Ty) -> Option<Step> {
    match types.shape(ty) {
        Shape::Array { length, .. } => (*length != Some(0)).then_some(Step::Elements(0, 0)),
        Shape::Vector { .. } => Some(Step::Elements(0, 0)),
        Shape::Record(id) => next_field(types, *id, 0).map(Step::Field),
        _ => None,
    }
}

/// The first member at or after `from` that an initialiser fills: unnamed bit-fields are not.
fn next_field(types: &Types, id: crate::types::RecordId, from: u32) -> Option<u32> {
    let fields = types.fields(id).iter().zip(0..).skip(from as usize);
    fields.filter(|(field, _)| field.name.is_some() || field.bits.is_none()).map(|(_, i)| i).next()
}

/// Moves to the part behind the last one; false if there is none.
fn advance(types: &Types, path: &mut Path) -> bool {
    while let Some((ty, step)) = path.pop() {
        let next = match (types.shape(ty), step) {
            (Shape::Record(id), Step::Field(field)) if !types.record(*id).is_union => {
                next_field(types, *id, field + 1).map(Step::Field)
            }
            (Shape::Array { length, .. }, Step::Elements(_, last)) => {
                let next = last + 1;
                (next < length.unwrap_or(u64::MAX)).then_some(Step::Elements(next, next))
            }
            (Shape::Vector { lanes, .. }, Step::Elements(_, last)) => {
                (last + 1 < u64::from(*lanes)).then_some(Step::Elements(last + 1, last + 1))
            }
            _ => None,
        };
        if let Some(step) = next {
            // What comes behind a range goes on from its last element.
            for (_, step) in path.iter_mut() {
                if let Step::Elements(first, last) = step {
                    *first = *last;
                }
            }
            path.push((ty, step));
            return true;
        }
    }
    false
}

/// Puts a value where the path leads; what stood there before is overridden (6.7.9p19).
fn place(
    types: &Types,
    init: &mut Init,
    ty: Ty,
    path: &[(Ty, Step)],
    value: Init,
) -> Result<(), &'static str> {
    let Some((&(_, step), rest)) = path.split_first() else {
        *init = value;
        return Ok(());
    };
    spell_out(types, init, ty);
    let inner = part(types, ty, step);
    match (init, step) {
        (Init::Record(items), Step::Field(field)) => {
            if types.as_record(ty).is_some_and(|id| types.record(id).is_union) {
                items.retain(|item| item.field == field);
            }
            let at = items.partition_point(|item| item.field < field);
            if items.get(at).is_none_or(|item| item.field != field) {
                items.insert(at, RecordInit { field, init: empty(types, inner) });
            }
            place(types, &mut items[at].init, inner, rest, value)
        }
        (Init::Array(items), Step::Elements(first, last)) => {
            if rest.is_empty() {
                split(items, first, last);
                let at = items.partition_point(|item| item.first < first);
                items.insert(at, ArrayInit { first, last, init: value });
                return Ok(());
            }
            if last - first > LONGEST_RANGE {
                return Err("a range of so many elements with designators behind it");
            }
            for index in first..=last {
                let at = single(types, items, index, inner);
                place(types, &mut items[at].init, inner, rest, value.clone())?;
            }
            Ok(())
        }
        _ => Err("part of a value that was given as a whole is overridden"),
    }
}

/// A string whose elements are about to be overridden becomes a list of them.
fn spell_out(types: &Types, init: &mut Init, ty: Ty) {
    let Init::Expr(Expr { kind: ExprKind::String(literal), span, .. }) = init else { return };
    let element = types.element(ty).unwrap_or(Types::CHAR).unqualified();
    let kind = types.int_kind(element).unwrap_or(IntKind::Char);
    let list = literal.units.iter().zip(0..).map(|(&unit, index)| {
        let number = IntKind::Int.truncate(kind.value(u128::from(unit)) as u128);
        let number = Expr::new(ExprKind::Int(number), Types::INT, *span);
        let expr = typing::convert(types, number, element, true).expect("integer types convert");
        ArrayInit { first: index, last: index, init: Init::Expr(expr) }
    });
    *init = Init::Array(list.collect());
}

/// Cuts `first..=last` out of the items.
fn split(items: &mut Vec<ArrayInit>, first: u64, last: u64) {
    let from = items.partition_point(|item| item.last < first);
    let to = items.partition_point(|item| item.first <= last);
    if from >= to {
        return;
    }
    let mut kept = Vec::new();
    let (low, high) = (&items[from], &items[to - 1]);
    if low.first < first {
        kept.push(ArrayInit { first: low.first, last: first - 1, init: low.init.clone() });
    }
    if high.last > last {
        kept.push(ArrayInit { first: last + 1, last: high.last, init: high.init.clone() });
    }
    items.splice(from..to, kept);
}

/// The position of an item for just one element, made if there is none.
fn single(types: &Types, items: &mut Vec<ArrayInit>, index: u64, element: Ty) -> usize {
    let at = items.partition_point(|item| item.last < index);
    let covering = items.get(at).filter(|item| item.first <= index).map(|item| item.init.clone());
    let init = covering.unwrap_or_else(|| empty(types, element));
    split(items, index, index);
    let at = items.partition_point(|item| item.first < index);
    items.insert(at, ArrayInit { first: index, last: index, init });
    at
}
