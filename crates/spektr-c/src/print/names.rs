//! What things are called in the text of one unit: their own names, unless that would mean
//! something else there. Types of blocks are printed at file scope and generators number
//! things as they like, so names can clash; whoever can be renamed then is.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::order::Item;
use crate::hash::FastSet;
use crate::syntax::{
    Block, Declared, Expr, ExprKind, ForInit, Function, GlobalId, Linkage, LocalId, Program, Stmt,
    StmtKind, Visitor, walk_block, walk_expr, walk_stmt,
};
use crate::types::{EnumId, RecordId, Shape, Ty, Types};

/// Names of one unit.
#[derive(Default)]
pub struct Names {
    pub records: HashMap<RecordId, String>,
    pub enums: HashMap<EnumId, String>,
    pub enumerators: HashMap<(EnumId, u32), String>,
    pub aliases: HashMap<Ty, String>,
    pub globals: Numbered,
    pub functions: Numbered,
    /// All ordinary names of the file scope.
    ordinary: HashSet<String>,
    /// Whether objects of functions with static storage are among the globals.
    has_statics: bool,
}

/// Names of things that are numbered.
#[derive(Default)]
pub struct Numbered(Vec<Option<String>>);

impl Numbered {
    pub fn get(&self, number: u32) -> Option<&str> {
        self.0.get(number as usize).and_then(Option::as_deref)
    }

    /// The name of something that has one.
    pub fn of(&self, number: u32) -> &str {
        self.get(number).expect("what the unit declares is named")
    }

    fn insert(&mut self, number: u32, name: String) {
        let index = number as usize;
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        self.0[index] = Some(name);
    }
}

/// Names of one function.
#[derive(Default)]
pub struct LocalNames {
    pub locals: Vec<String>,
    pub labels: Vec<String>,
    pub statics: BTreeMap<GlobalId, String>,
}

/// The first of `name`, `name_1`, `name_2`, … that is free; it is taken then.
fn fresh(name: &str, taken: &mut HashSet<String>) -> String {
    let mut found = name.to_string();
    let mut number = 0;
    while taken.contains(&found) {
        number += 1;
        found = format!("{name}_{number}");
    }
    taken.insert(found.clone());
    found
}

impl Names {
    pub fn new(program: &Program, unit: u32, items: &[Item]) -> Names {
        let mut names = Names::default();
        let mut ordinary = HashSet::new();
        names.linked(program, unit, &mut ordinary);
        names.tags(program, items);
        // A typedef must be seen everywhere, so it is called like no object of any function.
        let locals = program.functions.iter().flat_map(|function| &function.locals);
        let mut seen: HashSet<String> = locals.map(|local| local.name.clone()).collect();
        seen.extend(program.globals.iter().map(|global| global.name.clone()));
        for item in items {
            match *item {
                Item::Enum(id) => {
                    for (one, index) in program.types.enumeration(id).enumerators.iter().zip(0..) {
                        let name = fresh(&one.name, &mut ordinary);
                        names.enumerators.insert((id, index), name);
                    }
                }
                Item::Alias(ty) => {
                    seen.extend(ordinary.iter().cloned());
                    let name = fresh(&alias_name(&program.types, ty), &mut seen);
                    ordinary.insert(name.clone());
                    names.aliases.insert(ty, name);
                }
                Item::Forward(_) | Item::Record(_) => {}
            }
        }
        let is_static = |global: &crate::syntax::Global| {
            global.linkage == Linkage::None && !global.name.is_empty()
        };
        names.has_statics = program.globals.iter().any(is_static);
        names.ordinary = ordinary;
        names
    }

    /// Puts something before all names of the file scope but those that are only declared.
    pub fn prefix(&mut self, program: &Program, prefix: &str) {
        let defined = |&(index, _): &(usize, &mut Option<String>)| {
            program.functions.get(index).is_some_and(|function| function.body.is_some())
        };
        let functions = self.functions.0.iter_mut().enumerate().filter(defined);
        let functions = functions.filter_map(|(_, name)| name.as_mut());
        let globals = self.globals.0.iter_mut().flatten();
        let tags = self.records.values_mut().chain(self.enums.values_mut());
        let all = functions.chain(globals).chain(tags).chain(self.enumerators.values_mut());
        for name in all.filter(|name| !name.is_empty()) {
            name.insert_str(0, prefix);
            self.ordinary.insert(name.clone());
        }
    }

    /// Names with external linkage are what other units know; static ones give way.
    fn linked(&mut self, program: &Program, unit: u32, ordinary: &mut HashSet<String>) {
        let globals = || program.global_ids().filter(|&id| program.global(id).unit == unit);
        let functions = || program.function_ids().filter(|&id| program.function(id).unit == unit);
        for id in globals().filter(|&id| program.global(id).linkage == Linkage::External) {
            ordinary.insert(program.global(id).name.clone());
            self.globals.insert(id.0, program.global(id).name.clone());
        }
        for id in functions().filter(|&id| program.function(id).linkage == Linkage::External) {
            ordinary.insert(program.function(id).name.clone());
            self.functions.insert(id.0, program.function(id).name.clone());
        }
        for id in globals().filter(|&id| program.global(id).linkage == Linkage::Internal) {
            self.globals.insert(id.0, fresh(&program.global(id).name, ordinary));
        }
        for id in functions().filter(|&id| program.function(id).linkage != Linkage::External) {
            self.functions.insert(id.0, fresh(&program.function(id).name, ordinary));
        }
    }

    fn tags(&mut self, program: &Program, items: &[Item]) {
        let mut taken = HashSet::new();
        for item in items {
            match *item {
                Item::Forward(id) | Item::Record(id) if !self.records.contains_key(&id) => {
                    let tag = named(&program.types.record(id).tag, "S");
                    self.records.insert(id, fresh(tag, &mut taken));
                }
                Item::Enum(id) => {
                    let tag = &program.types.enumeration(id).tag;
                    // An enumeration without a tag is named by its constants alone.
                    let tag = if tag.is_empty() { String::new() } else { fresh(tag, &mut taken) };
                    self.enums.insert(id, tag);
                }
                Item::Forward(_) | Item::Record(_) | Item::Alias(_) => {}
            }
        }
    }

    /// Names of the objects and labels of a function.
    pub fn of_function(&self, program: &Program, function: &Function) -> LocalNames {
        let mut taken = HashSet::new();
        let labels = function.labels.iter().map(|label| fresh(&label.name, &mut taken)).collect();
        if self.cannot_clash(function) {
            let locals = function.locals.iter().map(|local| local.name.clone()).collect();
            return LocalNames { locals, labels, statics: BTreeMap::new() };
        }
        let mut scoping = Scoping::new(self, program, function);
        while scoping.clash(function) {}
        LocalNames { labels, ..scoping.names }
    }

    /// Whether all objects of a function have names of their own, whatever their scopes.
    fn cannot_clash(&self, function: &Function) -> bool {
        let mut own: FastSet<&str> = FastSet::default();
        !self.has_statics
            && function
                .locals
                .iter()
                .map(|local| &local.name)
                .all(|name| !name.is_empty() && own.insert(name) && !self.ordinary.contains(name))
    }
}

fn named<'a>(tag: &'a str, otherwise: &'a str) -> &'a str {
    if tag.is_empty() { otherwise } else { tag }
}

fn alias_name(types: &Types, ty: Ty) -> String {
    let mut name = match types.shape(ty) {
        Shape::Vector { element, lanes } => format!("{}_x{lanes}", types.describe(*element)),
        _ => types.describe(ty.unqualified()).to_string(),
    };
    name = name.replace('*', "p");
    name.retain(|c| c.is_alphanumeric() || c == ' ' || c == '_');
    let mut name = name.split_whitespace().collect::<Vec<_>>().join("_");
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 't');
    }
    if let Some(align) = ty.given_align() {
        name += &format!("_a{align}");
    }
    if ty.may_alias() {
        name += "_alias";
    }
    name
}

/// An object of a function, by the one of two tables it is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Object {
    Local(LocalId),
    Static(GlobalId),
}

/// Follows the scopes of a function and notes names that would be found in a wrong one.
struct Scoping<'n> {
    file: &'n Names,
    program: &'n Program,
    names: LocalNames,
    taken: HashSet<String>,
    scopes: Vec<Vec<Object>>,
    clashing: Vec<Object>,
}

impl<'n> Scoping<'n> {
    fn new(file: &'n Names, program: &'n Program, function: &Function) -> Scoping<'n> {
        let mut taken: HashSet<String> = file.ordinary.clone();
        taken.extend(function.locals.iter().map(|local| local.name.clone()));
        let mut locals: Vec<String> =
            function.locals.iter().map(|local| local.name.clone()).collect();
        for &param in &function.params {
            if locals[param.0 as usize].is_empty() {
                locals[param.0 as usize] = fresh("unused", &mut taken);
            }
        }
        let names = LocalNames { locals, ..LocalNames::default() };
        Scoping { file, program, names, taken, scopes: Vec::new(), clashing: Vec::new() }
    }

    /// Looks for clashes and renames what stands in the way; false if there is none.
    fn clash(&mut self, function: &Function) -> bool {
        self.clashing.clear();
        self.scopes = vec![Vec::new()];
        for &param in &function.params {
            self.declare(Object::Local(param));
        }
        if let Some(body) = &function.body {
            walk_block(self, body);
        }
        let Some(&object) = self.clashing.first() else { return false };
        let own = self.name(object).to_string();
        let name = fresh(&own, &mut self.taken);
        match object {
            Object::Local(id) => self.names.locals[id.0 as usize] = name,
            Object::Static(id) => drop(self.names.statics.insert(id, name)),
        }
        true
    }

    fn name(&self, object: Object) -> &str {
        match object {
            Object::Local(id) => &self.names.locals[id.0 as usize],
            Object::Static(id) => {
                self.names.statics.get(&id).map_or(&self.program.global(id).name, |name| name)
            }
        }
    }

    fn declare(&mut self, object: Object) {
        if let Object::Static(id) = object {
            let name = self.program.global(id).name.clone();
            self.names.statics.entry(id).or_insert(name);
        }
        let name = self.name(object).to_string();
        let scope = self.scopes.last().expect("a scope is open");
        if scope.iter().any(|&other| other != object && self.name(other) == name) {
            self.clashing.push(object);
        }
        self.scopes.last_mut().expect("a scope is open").push(object);
    }

    /// A use of something: the innermost object of that name must be it.
    fn uses(&mut self, name: &str, object: Option<Object>) {
        let innermost = self
            .scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.iter().rev())
            .find(|&&found| self.name(found) == name)
            .copied();
        if innermost != object
            && let Some(wrong) = innermost
        {
            self.clashing.push(wrong);
        }
    }

    fn declared(&mut self, declared: &[Declared]) {
        for one in declared {
            match one {
                Declared::Local { local, init } => {
                    self.declare(Object::Local(*local));
                    if let Some(init) = init {
                        self.init(init);
                    }
                }
                Declared::Static(id) => {
                    self.declare(Object::Static(*id));
                    let program = self.program;
                    if let crate::syntax::Definition::Initialized(init) =
                        &program.global(*id).definition
                    {
                        self.init(init);
                    }
                }
            }
        }
    }
}

impl Visitor for Scoping<'_> {
    fn block(&mut self, block: &Block) {
        self.scopes.push(Vec::new());
        walk_block(self, block);
        self.scopes.pop();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(declared) => self.declared(declared),
            StmtKind::For {
                init: Some(ForInit::Declare(declared)), condition, step, body, ..
            } => {
                self.scopes.push(Vec::new());
                self.declared(declared);
                for expr in condition.iter().chain(step) {
                    self.expr(expr);
                }
                self.stmt(body);
                self.scopes.pop();
            }
            _ => walk_stmt(self, stmt),
        }
    }

    fn expr(&mut self, expr: &Expr) {
        let file = self.file;
        match &expr.kind {
            ExprKind::Local(id) => {
                let name = self.names.locals[id.0 as usize].clone();
                self.uses(&name, Some(Object::Local(*id)));
            }
            ExprKind::Global(id) => match file.globals.get(id.0) {
                Some(name) => self.uses(name, None),
                None if self.program.global(*id).name.is_empty() => {}
                None => {
                    let name = self.name(Object::Static(*id)).to_string();
                    self.uses(&name, Some(Object::Static(*id)));
                }
            },
            ExprKind::Function(id) => {
                if let Some(name) = file.functions.get(id.0) {
                    self.uses(name, None);
                }
            }
            ExprKind::Enumerator(id, index) => {
                if let Some(name) = file.enumerators.get(&(*id, *index)) {
                    self.uses(name, None);
                }
            }
            _ => {}
        }
        walk_expr(self, expr);
    }
}
