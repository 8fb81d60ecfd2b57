//! The shape of a program: which of its constructs, and which relations between them, tell
//! what bug a reduced program shows. Looks at the program as data and knows no bug and no
//! compiler; values, widths and most types are left out, for they differ from one reduction
//! of a bug to the next.

use std::collections::BTreeSet;

use spektr_wing::{Feature, Shape};

use super::Constructs;
use crate::syntax::visit::{Visitor, walk_block, walk_rvalue};
use crate::syntax::*;

/// Reduction gets rid of these wherever it can: what is left is needed.
const TELLING: u32 = 12;
/// May be there because of the program that the reduction started from.
const LIKELY: u32 = 4;
/// One of many ways to make, pass on or show a value.
const INCIDENTAL: u32 = 2;
/// Almost every program has it.
const COMMON: u32 = 1;

/// Names of constructs by how they begin, the longer before the shorter, with the feature
/// each is and what it weighs. An empty feature is the construct's own name. Constructs that
/// are not listed tell nothing.
const FEATURES: &[(&str, &str, u32)] = &[
    ("set_discriminant", "", TELLING),
    ("intrinsic.discriminant_value", "discriminant", LIKELY),
    ("discriminant", "", LIKELY),
    ("place.union_field.read", "union field read", TELLING),
    ("place.union_field.write", "union field written", INCIDENTAL),
    ("repeat", "", TELLING),
    ("storage.dead", "", TELLING),
    ("call.pointer", "", TELLING),
    ("call.function", "call", LIKELY),
    ("argument.", "", LIKELY),
    ("call.result_behind_pointer", "", LIKELY),
    ("tail_call", "", TELLING),
    ("drop", "", TELLING),
    ("assume", "", TELLING),
    ("unwind", "", LIKELY),
    ("borrow.shared", "", TELLING),
    ("borrow.mut", "", LIKELY),
    ("place.deref_pointer.read", "load through pointer", LIKELY),
    ("place.deref_reference.read", "load through pointer", INCIDENTAL),
    ("place.slice_index.read", "element read", INCIDENTAL),
    ("place.index.read", "element read", INCIDENTAL),
    ("type.packed", "", LIKELY),
    ("type.niche", "", INCIDENTAL),
    ("transmute.", "", INCIDENTAL),
    ("cast.unsize", "", LIKELY),
    ("cast.pointer_", "", COMMON),
    ("cast.", "", INCIDENTAL),
    ("checked.", "", INCIDENTAL),
    ("binary.", "", INCIDENTAL),
    ("unary.", "", INCIDENTAL),
    ("intrinsic.", "", INCIDENTAL),
    ("len", "", INCIDENTAL),
    ("ptr_metadata", "", INCIDENTAL),
    ("address.", "address", COMMON),
    ("aggregate.", "", COMMON),
    ("place.variant_field.", "variant field", COMMON),
    ("place.field.", "field", COMMON),
];

/// What loops are made of.
const COUNTING: [&str; 3] = ["binary.", "checked.", "cast."];

/// What a program consists of, as far as it may tell which bug it shows.
pub fn shape(program: &Program) -> Shape {
    let mut features = Features::default();
    for function in &program.functions {
        let cyclic = cyclic_blocks(function);
        for (block, cyclic) in function.blocks.iter().zip(cyclic) {
            features.constructs(program, function, block, cyclic);
            features.stores(block, cyclic);
            features.switch(block);
            features.nested_fields(block);
            if cyclic {
                features.add("loop", INCIDENTAL);
                features.carried(block);
            }
        }
        features.repeated(function);
    }
    if is_recursive(program) {
        features.add("recursion", TELLING);
    }
    Shape::new(features.0)
}

#[derive(Default)]
struct Features(BTreeSet<Feature>);

impl Features {
    fn add(&mut self, name: &str, weight: u32) {
        self.0.insert(Feature { name: name.to_owned(), weight });
    }

    /// Loops count and compare whatever they are about.
    fn constructs(&mut self, program: &Program, function: &Function, block: &Block, cyclic: bool) {
        let mut constructs = Constructs::default();
        constructs.block(program, function, block);
        for construct in &constructs.names {
            let row = FEATURES.iter().find(|(start, ..)| construct.starts_with(start));
            let Some(&(start, feature, weight)) = row else { continue };
            if cyclic && COUNTING.contains(&start) {
                continue;
            }
            self.add(if feature.is_empty() { without_domain(construct) } else { feature }, weight);
        }
    }

    /// Stores to memory that has other names; one that is repeated is another thing.
    fn stores(&mut self, block: &Block, cyclic: bool) {
        let mut places: Vec<&Place> = Vec::new();
        places.extend(block.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Assign(place, _) => Some(place),
            _ => None,
        }));
        if let TerminatorKind::Call { destination, .. } = &block.terminator.kind {
            places.push(destination);
        }
        for place in places {
            let element = place.projection.iter().any(|step| matches!(step, Projection::Index(_)));
            match (place.is_indirect(), element, cyclic) {
                (true, _, true) => self.add("store through pointer in loop", TELLING),
                (true, _, false) => self.add("store through pointer", TELLING),
                (false, true, true) => self.add("store to element in loop", TELLING),
                (false, true, false) => self.add("store to element", LIKELY),
                (false, false, _) => {}
            }
        }
    }

    /// A choice between more values than two and the others.
    fn switch(&mut self, block: &Block) {
        if let TerminatorKind::Switch { arms, .. } = &block.terminator.kind {
            match arms.len() > 2 {
                true => self.add("switch of many", TELLING),
                false => self.add("branch", COMMON),
            }
        }
    }

    /// A variable that a loop computes from what it was.
    fn carried(&mut self, block: &Block) {
        for statement in &block.statements {
            if let StatementKind::Assign(place, rvalue) = &statement.kind
                && place.projection.is_empty()
                && locals_of(rvalue).contains(&place.local)
            {
                self.add("variable of a loop", INCIDENTAL);
            }
        }
    }

    /// The same computation of variables twice.
    fn repeated(&mut self, function: &Function) {
        let statements = function.blocks.iter().flat_map(|block| &block.statements);
        let computed: Vec<&Rvalue> = statements
            .filter_map(|statement| match &statement.kind {
                StatementKind::Assign(_, rvalue @ (Rvalue::Binary(..) | Rvalue::Unary(..))) => {
                    (!locals_of(rvalue).is_empty()).then_some(rvalue)
                }
                _ => None,
            })
            .collect();
        let twice = |(index, rvalue): (usize, &&Rvalue)| computed[..index].contains(rvalue);
        if computed.iter().enumerate().any(twice) {
            self.add("computation repeated", TELLING);
        }
    }

    /// A field of a field.
    fn nested_fields(&mut self, block: &Block) {
        struct Nested(bool);
        impl Visitor for Nested {
            fn place(&mut self, place: &mut Place) {
                let is_field = |step: &&Projection| matches!(step, Projection::Field(_));
                self.0 |= place.projection.iter().filter(is_field).count() > 1;
            }
        }
        let mut nested = Nested(false);
        walk_block(&mut block.clone(), &mut nested);
        if nested.0 {
            self.add("field of a field", LIKELY);
        }
    }
}

/// `binary.compare.signed` and `binary.compare.char` are one; floats and pointers are others.
fn without_domain(construct: &str) -> &str {
    match construct.strip_prefix("binary.").and_then(|rest| rest.split_once('.')) {
        Some((op, "signed" | "unsigned" | "bool" | "char")) => {
            &construct[.."binary.".len() + op.len()]
        }
        _ => construct,
    }
}

/// Locals that an rvalue reads.
fn locals_of(rvalue: &Rvalue) -> Vec<Local> {
    struct Locals(Vec<Local>);
    impl Visitor for Locals {
        fn local(&mut self, local: &mut Local) {
            self.0.push(*local);
        }
    }
    let mut locals = Locals(Vec::new());
    walk_rvalue(&mut rvalue.clone(), &mut locals);
    locals.0
}

/// By block: whether it can be reached from itself.
fn cyclic_blocks(function: &Function) -> Vec<bool> {
    let successors: Vec<Vec<usize>> = function
        .blocks
        .iter()
        .map(|block| block.terminator.kind.successors().iter().map(|id| id.index()).collect())
        .collect();
    in_cycles(&successors)
}

fn is_recursive(program: &Program) -> bool {
    let calls: Vec<Vec<usize>> = program.functions.iter().map(called).collect();
    in_cycles(&calls).contains(&true)
}

/// Functions that a function calls by name.
fn called(function: &Function) -> Vec<usize> {
    let callees = function.blocks.iter().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call { callee: Callee::Function(id) | Callee::Generic(id, _), .. }
        | TerminatorKind::TailCall {
            callee: Callee::Function(id) | Callee::Generic(id, _), ..
        } => Some(id.index()),
        _ => None,
    });
    callees.collect()
}

/// By node: whether it can be reached from itself.
fn in_cycles(successors: &[Vec<usize>]) -> Vec<bool> {
    let comes_back = |start: usize| {
        let mut seen = vec![false; successors.len()];
        let mut pending = successors[start].clone();
        while let Some(node) = pending.pop() {
            if node < seen.len() && !std::mem::replace(&mut seen[node], true) {
                pending.extend(&successors[node]);
            }
        }
        seen[start]
    };
    (0..successors.len()).map(comes_back).collect()
}

#[cfg(test)]
mod tests {
    use super::shape;
    use crate::parse::parse;

    fn names(body: &str) -> Vec<String> {
        let text = format!(
            "#![feature(custom_mir, core_intrinsics)]\nuse core::intrinsics::mir::*;\n\
             #[repr(C)]\n#[derive(Clone, Copy)]\npub union U {{ pub a: u8, pub b: i8 }}\n\
             #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\npub fn f0() {{ mir! {{\n\
             type RET = ();\nlet x: u8; let y: u8; let u: U; let p: *mut u8;\n{body} }} }}\n\
             fn main() {{ f0(); }}\n"
        );
        let program = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        shape(&program).features().iter().map(|feature| feature.name.clone()).collect()
    }

    #[test]
    fn values_and_types_tell_nothing() {
        assert_eq!(names("{ x = 1_u8; y = x; Return() }"), Vec::<String>::new());
        let one = names("{ x = 1_u8 + 2_u8; Return() }");
        assert_eq!(one, ["binary.add"]);
        assert_eq!(one, names("{ x = 200_u8; y = x + 3_u8; Return() }"));
    }

    #[test]
    fn a_store_in_a_loop_is_another_thing_than_a_store() {
        let store = "p = &raw mut x; (*p) = 1_u8;";
        assert_eq!(names(&format!("{{ {store} Return() }}")), ["address", "store through pointer"]);
        let looped = format!(
            "{{ {store} match x {{ 1 => bb1, _ => bb2 }} }} bb1 = {{ (*p) = 2_u8; match y {{ 1 => bb1, _ => bb2 }} }} bb2 = {{ Return() }}"
        );
        let found = names(&looped);
        for wanted in ["loop", "store through pointer", "store through pointer in loop"] {
            assert!(found.contains(&wanted.to_owned()), "{wanted} in {found:?}");
        }
    }

    #[test]
    fn relations_are_told() {
        let found = names("{ x = 1_u8; y = x * x; x = y; y = x * x; Return() }");
        assert_eq!(found, ["binary.mul", "computation repeated"]);
        let found = names("{ u.a = 1_u8; x = u.a; Return() }");
        assert_eq!(found, ["union field read", "union field written"]);
    }
}
