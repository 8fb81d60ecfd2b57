//! A translation unit: types, functions that must be known, objects, functions.

use super::names::{LocalNames, Names};
use super::order::{self, Item};
use super::stmt::static_init;
use crate::hash::FastSet;
use crate::syntax::{
    Definition, Expr, ExprKind, Function, FunctionId, Global, GlobalId, InlineKind, Linkage,
    LocalId, LocalKind, Program, Visitor, is_mark, walk_expr,
};
use crate::types::{EnumId, Field, IntKind, RecordId};

/// Writes one unit.
pub struct Printer<'p> {
    pub program: &'p Program,
    pub names: Names,
    pub out: String,
    pub indent: usize,
    /// The function whose body is being written, and its names.
    pub function: Option<&'p Function>,
    pub local: LocalNames,
    /// Whether C++ is written.
    pub cpp: bool,
    pub unit: u32,
    pub items: Vec<Item>,
    /// Functions that are named before their body.
    early: FastSet<FunctionId>,
}

impl<'p> Printer<'p> {
    pub fn new(program: &'p Program, unit: u32) -> Printer<'p> {
        let (items, early) = order::mentioned(program, unit);
        let names = Names::new(program, unit, &items);
        Printer {
            program,
            names,
            out: String::with_capacity(program.flats.len() * 4),
            indent: 0,
            function: None,
            local: LocalNames::default(),
            cpp: program.units[unit as usize].is_cpp(),
            unit,
            items,
            early,
        }
    }

    pub fn unit(mut self) -> String {
        self.includes();
        for item in std::mem::take(&mut self.items) {
            self.item(item);
        }
        self.end_section();
        self.holders();
        self.end_section();
        for id in self.prototypes() {
            self.prototype(id);
        }
        self.end_section();
        let program = self.program;
        let globals: Vec<GlobalId> =
            program.global_ids().filter(|id| self.names.globals.get(id.0).is_some()).collect();
        for &id in &self.forward_globals(&globals) {
            self.forward_global(id);
        }
        for &id in &globals {
            self.global(id);
        }
        for id in program.function_ids() {
            let function = program.function(id);
            if function.unit == self.unit && function.body.is_some() {
                self.end_section();
                self.definition(id, function);
            }
        }
        self.out
    }

    /// A blank line between things of different kinds.
    pub fn end_section(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    pub fn item(&mut self, item: Item) {
        match item {
            Item::Forward(id) => {
                self.out += &format!("{};\n", self.record_head(id));
            }
            Item::Record(id) => self.record(id),
            Item::Enum(id) => self.enumeration(id),
            Item::Alias(ty) => {
                let text = self.alias(ty);
                self.out += &text;
            }
        }
    }

    fn record_head(&self, id: RecordId) -> String {
        let word = if self.program.types.record(id).is_union { "union" } else { "struct" };
        format!("{word} {}", self.names.records[&id])
    }

    fn record(&mut self, id: RecordId) {
        let tag = self.names.records[&id].clone();
        self.packed(id, |printer| {
            printer.record_body(id, &format!(" {tag}"));
            printer.out += ";\n";
        });
    }

    /// With the packing that the record was declared under.
    fn packed(&mut self, id: RecordId, write: impl FnOnce(&mut Self)) {
        let pack = self.program.types.record(id).body.as_ref().and_then(|body| body.pack);
        if let Some(pack) = pack {
            self.out += &format!("#pragma pack(push, {pack})\n");
        }
        write(self);
        if pack.is_some() {
            self.out += "#pragma pack(pop)\n";
        }
    }

    /// `struct tag { … }` from where the line is indented already.
    fn record_body(&mut self, id: RecordId, tag: &str) {
        let program = self.program;
        let record = program.types.record(id);
        let Some(body) = &record.body else { return };
        let mut attributes = Vec::new();
        if body.packed {
            attributes.push("packed".to_string());
        }
        if let Some(align) = body.align {
            attributes.push(format!("aligned({align})"));
        }
        if record.transparent {
            attributes.push("transparent_union".to_string());
        }
        let attributes = attribute_list(&attributes);
        let word = if record.is_union { "union" } else { "struct" };
        let space = if attributes.is_empty() { "" } else { " " };
        self.out += &format!("{word}{space}{}{tag} {{\n", attributes.trim_end());
        self.indent += 1;
        for field in &body.fields {
            self.field(field);
        }
        if self.cpp {
            self.methods(id);
        }
        self.indent -= 1;
        self.indented("}");
    }

    fn field(&mut self, field: &Field) {
        let anonymous = self.program.types.as_record(field.ty).filter(|_| field.name.is_none());
        match anonymous {
            Some(inner) => self.packed(inner, |printer| {
                printer.indented("");
                printer.record_body(inner, "");
                printer.field_rest(field);
            }),
            None => {
                let name = field.name.as_deref().unwrap_or("");
                let text = self.declaration(field.ty, name);
                self.indented(&text);
                if let Some(bits) = field.bits {
                    self.out += &format!(" : {bits}");
                }
                self.field_rest(field);
            }
        }
    }

    fn field_rest(&mut self, field: &Field) {
        let mut attributes = Vec::new();
        if field.packed {
            attributes.push("packed".to_string());
        }
        if let Some(align) = field.align {
            attributes.push(format!("aligned({align})"));
        }
        if !attributes.is_empty() {
            self.out += &format!(" {}", attribute_list(&attributes).trim_end());
        }
        self.out += ";\n";
    }

    fn enumeration(&mut self, id: EnumId) {
        let program = self.program;
        let declared = program.types.enumeration(id);
        if !declared.complete {
            return;
        }
        let packed = if declared.packed { " __attribute__((packed))" } else { "" };
        let tag = match self.names.enums[&id].as_str() {
            "" => String::new(),
            tag => format!(" {tag}"),
        };
        let mut constants = Vec::new();
        let mut expected = 0;
        for (one, index) in declared.enumerators.iter().zip(0..) {
            let name = &self.names.enumerators[&(id, index)];
            constants.push(if one.value == expected {
                name.clone()
            } else {
                format!("{name} = {}", enumerator_value(one.value))
            });
            expected = one.value + 1;
        }
        // C++ would promote to `int` where C has the type that can hold all constants.
        let fixed =
            if self.cpp { format!(" : {}", declared.underlying.spelling()) } else { String::new() };
        self.out += &format!("enum{packed}{tag}{fixed} {{ {} }};\n", constants.join(", "));
    }

    /// Functions to declare: those without a body first, then those used before their body.
    fn prototypes(&self) -> Vec<FunctionId> {
        let program = self.program;
        let own = || program.function_ids().filter(|&id| program.function(id).unit == self.unit);
        let is_needed = |&id: &FunctionId| {
            let function = program.function(id);
            let hidden = || has_hidden_prototype(program, function);
            function.body.is_some() && (self.early.contains(&id) || hidden())
        };
        let bodiless = own().filter(|&id| program.function(id).body.is_none());
        bodiless.chain(own().filter(is_needed)).collect()
    }

    pub fn prototype(&mut self, id: FunctionId) {
        let function = self.program.function(id);
        if function.body.is_none() && function.name.starts_with("__builtin_") {
            return;
        }
        if self.cpp && self.is_declared_otherwise(function) {
            return;
        }
        let head = function_head(function);
        let name = self.names.functions.of(id.0);
        let declared = self.declaration(function.ty, name);
        let asm =
            function.asm_name.as_ref().map_or(String::new(), |n| format!(" __asm__(\"{n}\")"));
        self.out += &format!("{head}{declared}{asm};\n");
    }

    /// Globals that an initialiser names before they are declared.
    fn forward_globals(&self, globals: &[GlobalId]) -> Vec<GlobalId> {
        let mut declared = FastSet::default();
        let mut needed = FastSet::default();
        for &id in globals {
            declared.insert(id);
            if let Some(init) = static_init(&self.program.global(id).definition) {
                let mut uses = Early::default();
                uses.init(init);
                uses.follow(self.program);
                needed.extend(uses.globals.into_iter().filter(|used| !declared.contains(used)));
            }
        }
        globals.iter().copied().filter(|id| needed.contains(id)).collect()
    }

    fn forward_global(&mut self, id: GlobalId) {
        let global = self.program.global(id);
        let word = if global.linkage == Linkage::Internal { "static" } else { "extern" };
        let declared = self.declaration(global.ty, self.names.globals.of(id.0));
        self.out += &format!("{word} {declared};\n");
    }

    pub fn global(&mut self, id: GlobalId) {
        let program = self.program;
        let global = program.global(id);
        let word = match (global.linkage, &global.definition) {
            (Linkage::Internal, _) => "static ",
            (_, Definition::Declared) => "extern ",
            _ => "",
        };
        if self.cpp && self.cpp_global(id, global) {
            return;
        }
        let declared = self.declaration(global.ty, self.names.globals.of(id.0));
        self.out += &format!("{word}{declared}{}", global_attributes(global));
        if let Some(init) = static_init(&global.definition) {
            self.out += " = ";
            self.init(global.ty, init);
        }
        self.out += ";\n";
    }

    pub fn definition(&mut self, id: FunctionId, function: &'p Function) {
        self.function = Some(function);
        self.local = self.names.of_function(self.program, function);
        if self.cpp && function.object(&self.program.types).is_some() {
            self.local.locals[function.params[0].0 as usize] = "this".to_owned();
        }
        let signature = function.signature(&self.program.types);
        let name = self.names.functions.of(id.0).to_owned();
        let old_style = is_old_style(function);
        let params = if old_style {
            let names: Vec<String> =
                function.params.iter().map(|id| self.local.locals[id.0 as usize].clone()).collect();
            format!("({})", names.join(", "))
        } else {
            self.param_list(function)
        };
        if self.cpp && self.cpp_head(function, &name) {
            return self.body_of(function);
        }
        let declared = self.declaration(signature.result, &format!("{name}{params}"));
        self.out += &format!("{}{declared}\n", function_head(function));
        if old_style {
            for &param in &function.params {
                let text = self.defined_param(function, param);
                self.out += &format!("    {text};\n");
            }
        }
        self.body_of(function);
    }

    fn body_of(&mut self, function: &'p Function) {
        self.out += "{\n";
        if let Some(body) = &function.body {
            self.block_items(body);
        }
        self.out += match self.cpp {
            true if function.is_lambda() => "};\n",
            true if function.captures() > 0 => "}; };\n",
            _ => "}\n",
        };
        self.function = None;
        self.local = LocalNames::default();
    }

    /// A parameter of a definition.
    pub fn defined_param(&self, function: &Function, id: LocalId) -> String {
        let (local, name) = (function.local(id), &self.local.locals[id.0 as usize]);
        match (local.kind, self.program.types.target(local.ty)) {
            (LocalKind::ArrayParam { least }, Some(element)) => {
                let quals = self.qualifiers(local.ty.quals);
                self.declaration(element, &format!("{name}[{quals}static {least}]"))
            }
            _ => self.param(local.ty, name),
        }
    }

    pub fn param_list(&self, function: &Function) -> String {
        self.some_params(function, &function.params)
    }

    /// The same of some of them.
    pub fn some_params(&self, function: &Function, params: &[LocalId]) -> String {
        let signature = function.signature(&self.program.types);
        let mut params: Vec<String> =
            params.iter().map(|&id| self.defined_param(function, id)).collect();
        if signature.variadic {
            params.push("...".to_string());
        }
        if params.is_empty() && signature.prototyped {
            params.push("void".to_string());
        }
        format!("({})", params.join(", "))
    }
}

/// A K&R definition has parameters that come promoted.
fn is_old_style(function: &Function) -> bool {
    let promoted = LocalKind::Param { promoted: true };
    function.params.iter().any(|&param| function.local(param).kind == promoted)
}

/// A definition that does not say what an earlier prototype did.
fn has_hidden_prototype(program: &Program, function: &Function) -> bool {
    let signature = function.signature(&program.types);
    signature.prototyped
        && (is_old_style(function) || function.params.len() != signature.params.len())
}

fn attribute_list(attributes: &[String]) -> String {
    if attributes.is_empty() {
        return String::new();
    }
    format!("__attribute__(({})) ", attributes.join(", "))
}

fn global_attributes(global: &Global) -> String {
    let mut attributes = Vec::new();
    if global.weak {
        attributes.push("weak".to_string());
    }
    if let Some(align) = global.align {
        attributes.push(format!("aligned({align})"));
    }
    if attributes.is_empty() {
        return String::new();
    }
    format!(" {}", attribute_list(&attributes).trim_end())
}

/// Everything of a function that stands before its type.
pub fn function_head(function: &Function) -> String {
    let mut attributes = function.attributes.clone();
    attributes.retain(|it| !is_mark(it));
    for (flag, word) in [
        (function.noinline, "noinline"),
        (function.noreturn, "noreturn"),
        (function.weak, "weak"),
        (function.inline == InlineKind::Always, "always_inline"),
    ] {
        if flag {
            attributes.push(word.to_string());
        }
    }
    let internal = function.linkage != Linkage::External;
    let words = match (function.inline, internal) {
        (InlineKind::None, false) => "",
        (InlineKind::None, true) => "static ",
        (_, true) => "static inline ",
        (InlineKind::Inline, false) => "inline ",
        (InlineKind::Extern | InlineKind::Always, false) => "extern inline ",
    };
    format!("{}{words}", attribute_list(&attributes))
}

fn enumerator_value(value: i128) -> String {
    let kind = if i32::try_from(value).is_ok() {
        IntKind::Int
    } else if u32::try_from(value).is_ok() {
        IntKind::UInt
    } else if i64::try_from(value).is_ok() {
        IntKind::Long
    } else {
        IntKind::ULong
    };
    super::literal::int(kind, kind.truncate(value as u128))
}

/// The objects that a piece of text names.
#[derive(Default)]
struct Early {
    globals: FastSet<GlobalId>,
}

impl Early {
    /// Adds what unnamed literals name, which are written in place.
    fn follow(&mut self, program: &Program) {
        if self.globals.iter().all(|&id| !program.global(id).name.is_empty()) {
            return;
        }
        let mut seen: FastSet<GlobalId> = FastSet::default();
        loop {
            let next = program.global_ids().find(|id| {
                self.globals.contains(id)
                    && program.global(*id).name.is_empty()
                    && !seen.contains(id)
            });
            let Some(id) = next else { return };
            seen.insert(id);
            if let Some(init) = static_init(&program.global(id).definition) {
                self.init(init);
            }
        }
    }
}

impl Visitor for Early {
    fn expr(&mut self, expr: &Expr) {
        match expr.kind {
            ExprKind::Global(id) => drop(self.globals.insert(id)),
            _ => walk_expr(self, expr),
        }
    }
}
