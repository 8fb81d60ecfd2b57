//! Reading custom-MIR files: spektr's own and other people's.
//!
//! Text to tokens, tokens to items, items to a [`Program`]. What a program needs is
//! understood or named in a [`Complaint`] with its position; nothing is guessed. This
//! module does not know what a program means, and never executes one.

mod adts;
mod ast;
mod attributes;
mod body;
mod constructor;
mod cursor;
mod drops;
mod entry;
mod expr;
mod fault;
mod generics;
mod helpers;
mod imports;
mod items;
mod length;
mod lex;
mod literal;
mod lower;
mod names;
mod plain;
mod scalar;
mod types;
mod values;

use spektr_text::Complaint;

pub use fault::complain;
pub(crate) use literal::{float_bits, read_char};
pub(crate) use names::{atomic_function, inherent_function, library_function, simd_function};

use crate::syntax::*;
use crate::typing::Signature;
use crate::wellformed;
use ast::Body;
use cursor::Cursor;
use expr::Reader;
use fault::{Fault, Result, fault};
use helpers::{Helper, HelperKind};
use items::{FnItem, Items};
use lower::{Head, Surroundings};
use names::Names;

/// Larger files are not programs that anybody wants to execute.
const MAX_BYTES: usize = 16 << 20;

/// Reads a program.
///
/// ```
/// let source = r#"
///     #[custom_mir(dialect = "runtime", phase = "initial")]
///     fn f(x: i32) -> i32 { mir! { { RET = x + 1; Return() } } }
///     fn main() { f(core::hint::black_box(41)); }
/// "#;
/// let program = spektr_mir::parse::parse(source).unwrap();
/// assert_eq!(program.functions[0].name, "f");
/// ```
pub fn parse(source: &str) -> std::result::Result<Program, Complaint> {
    if source.len() > MAX_BYTES {
        let (have, most) = (source.len() >> 20, MAX_BYTES >> 20);
        return Err(Complaint::whole(format!(
            "this file has {have} MiB; spektr reads programs of up to {most} MiB"
        )));
    }
    // What `main` does with a result is read where it can be, and left out where it cannot.
    if let Ok(program) = read_program(source, Main::Whole)
        && wellformed::check_types(&program).is_ok()
    {
        return Ok(program);
    }
    let program = read_program(source, Main::Call)
        .map_err(|fault| complain(source, fault.span, fault.message.clone()))?;
    match wellformed::check_types(&program) {
        Ok(()) => Ok(program),
        Err(errors) => {
            // There is at least one error when the check fails.
            let first = &errors[0];
            Err(complain(source, first.span(&program), first.to_string()))
        }
    }
}

/// Reads a program from bytes that may not even be text.
pub fn parse_bytes(bytes: &[u8]) -> std::result::Result<Program, Complaint> {
    match std::str::from_utf8(bytes) {
        Ok(source) => parse(source),
        Err(error) => {
            let at = error.valid_up_to();
            Err(Complaint::whole(format!("this is not text: byte {at} is not valid UTF-8")))
        }
    }
}

/// How much of an ordinary `main` belongs to the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Main {
    /// All of it, where it uses what the custom-MIR function gives back.
    Whole,
    /// The call alone, if there is only one.
    Call,
}

fn read_program(source: &str, main: Main) -> Result<Program> {
    let tokens = lex::lex(source)?;
    let mut cursor = Cursor::new(source, &tokens);
    let mut items = items::read_items(&mut cursor)?;
    if items.functions.is_empty() {
        return fault(Span::default(), "there is no function with `#[custom_mir]` here");
    }
    let mut names = Names::default();
    names.imports = std::mem::take(&mut items.imports);
    for (i, item) in items.functions.iter().enumerate() {
        if names.functions.insert(item.name, FnId(i as u32)).is_some() {
            return fault(item.span, format!("function `{}` is defined twice", item.name));
        }
    }
    names.helpers = items.ordinary.iter().enumerate().map(|(i, item)| (item.name, i)).collect();
    name_aliases(&cursor, &items, &mut names);

    let types = adts::read_adts(&cursor, &items.adts, &mut names)?;
    adts::name_again(&cursor, &items.aliases, &mut names);
    let mut program = Program { types, ..Program::default() };
    drops::read_drops(&cursor, &items.drops, &names, &mut program.types)?;
    values::read_values(&cursor, &items.values, &mut names, &mut program)?;
    read_functions(&cursor, &items, main, &mut names, &mut program)?;
    program.normalize();
    Ok(program)
}

/// Names that stand for types and lengths; what they mean is read where they are used.
fn name_aliases<'a>(cursor: &Cursor<'a>, items: &Items<'a>, names: &mut Names<'a>) {
    for alias in &items.aliases {
        if alias.generic {
            let message = format!("generic type `{}` is not supported", alias.name);
            let reason = Fault { message, span: alias.span };
            names.unreadable_adts.insert(alias.name, Box::new(reason));
        } else {
            names.aliases.insert(alias.name, alias.ty.clone());
        }
    }
    length::name_lengths(cursor, &items.values, names);
}

fn read_functions<'a>(
    cursor: &Cursor<'a>,
    items: &Items<'a>,
    main: Main,
    names: &mut Names<'a>,
    program: &mut Program,
) -> Result<()> {
    let helpers = helpers::read_helpers(cursor, &items.ordinary, names, &mut program.types);
    let mut heads = Vec::with_capacity(items.functions.len());
    for item in &items.functions {
        heads.push(read_head(cursor, item, names, &mut program.types)?);
    }
    for (way, name) in items.ordinary.iter().filter_map(|it| names::reached_function(it.name)) {
        heads.iter_mut().filter(|it| it.name == name).for_each(|it| it.reached = way);
    }
    let mut signatures: Vec<Signature> = heads.iter().map(Head::signature).collect();
    let params: Vec<u32> = heads.iter().map(|head| head.generics).collect();
    let call = entry::read_call(cursor, items, names, &mut program.types, &signatures);
    // A call by which `main` computes what it shows is not all that the program does.
    let call = call.ok().filter(|call| main == Main::Call || !call.is_used);
    let mut ordinary = read_ordinary(cursor, items, call.is_none(), &helpers, names, program);
    match call {
        Some(call) => program.entry = call.entry,
        None => {
            let main = entry::read_main(cursor, items, names, program)?;
            program.entry.function = FnId((heads.len() + ordinary.len()) as u32);
            ordinary.push(main);
        }
    }
    signatures.extend(ordinary.iter().map(|(head, _)| head.signature()));
    let surroundings = (&*names, (&signatures[..], &params[..]), &helpers[..]);
    for (item, head) in items.functions.iter().zip(heads) {
        let types = &mut program.types;
        names.params.replace(generics::read_params(cursor, item)?);
        let mut reader = Reader { cursor: cursor.clone(), names, types, struct_allowed: true };
        let body = body::read_body(&mut reader, item.body.clone())?;
        let function = lower(head, &body, surroundings, program)?;
        program.functions.push(function);
    }
    names.params.take();
    for (head, body) in ordinary {
        let mut function = lower(head, &body, surroundings, program)?;
        plain::finish_ordinary(&mut function, &program.types)?;
        program.functions.push(function);
    }
    Ok(())
}

fn lower<'a>(
    head: Head<'a>,
    body: &Body<'a>,
    (names, (signatures, generics), helpers): (&Names<'a>, (&[Signature], &[u32]), &[Helper]),
    program: &mut Program,
) -> Result<Function> {
    let around = Surroundings {
        names,
        types: &mut program.types,
        signatures,
        generics,
        helpers,
        statics: &program.statics,
        consts: &mut program.consts,
    };
    lower::lower_function(head, body, around)
}

/// Whether a function stands for something that the language of the machine has.
fn is_ours(name: &str) -> bool {
    atomic_function(name).is_some()
        || simd_function(name).is_some()
        || names::reached_function(name).is_some()
}

/// Ordinary functions that are needed and more than observers, as far as they can be
/// understood. Their names become names of functions of the program.
fn read_ordinary<'a>(
    cursor: &Cursor<'a>,
    items: &Items<'a>,
    from_main: bool,
    helpers: &[Helper],
    names: &mut Names<'a>,
    program: &mut Program,
) -> Vec<(Head<'a>, Body<'a>)> {
    let mut wanted: Vec<(&FnItem<'a>, Head<'a>)> = Vec::new();
    for index in plain::mentioned(cursor, items, from_main) {
        let item = &items.ordinary[index];
        if item.generic
            || is_ours(item.name)
            || !matches!(helpers[index].kind, HelperKind::Other(_))
        {
            continue;
        }
        if let Ok(head) = read_head(cursor, item, names, &mut program.types) {
            wanted.push((item, head));
            // The numbers are given below.
            names.functions.insert(item.name, FnId(0));
        }
    }
    let mut understood = Vec::with_capacity(wanted.len());
    for (item, head) in wanted {
        let body = plain::read_ordinary(cursor, item, names, &mut program.types, &program.statics);
        match body {
            Ok(body) => {
                let id = FnId((items.functions.len() + understood.len()) as u32);
                names.functions.insert(item.name, id);
                understood.push((head, body));
            }
            // Who calls it is told that it is not understood.
            Err(_) => {
                names.functions.remove(item.name);
            }
        }
    }
    understood
}

fn read_head<'a>(
    cursor: &Cursor<'a>,
    item: &FnItem<'a>,
    names: &Names<'a>,
    types: &mut Types,
) -> Result<Head<'a>> {
    let generics = generics::read_params(cursor, item)?;
    let count = generics.len() as u32;
    names.params.replace(generics);
    let head = read_signature(cursor, item, names, types);
    names.params.take();
    Ok(Head { generics: count, ..head? })
}

fn read_signature<'a>(
    cursor: &Cursor<'a>,
    item: &FnItem<'a>,
    names: &Names<'a>,
    types: &mut Types,
) -> Result<Head<'a>> {
    let mut at = cursor.within(item.params.clone());
    let mut params = Vec::new();
    while !at.done() {
        let start = at.span();
        at.eat_word("mut");
        let name = at.ident("the name of a parameter")?;
        at.expect(lex::Kind::Punct(b':'), "`:`")?;
        let ty = types::read_ty(&mut at, names, types)?;
        params.push((name, ty, at.since(start)));
        if !at.eat(lex::Kind::Punct(b',')) {
            break;
        }
    }
    if !at.done() {
        return at.unexpected("`,` or `)`");
    }
    let mut at = cursor.within(item.ret.clone());
    let ret = match at.done() {
        true => types.unit(),
        false => types::read_ty(&mut at, names, types)?,
    };
    if !at.done() {
        return at.unexpected("the body of the function");
    }
    let name = if item.name == "main" { entry::MAIN } else { item.name };
    let (inline, cold) = (item.attributes.inline, item.attributes.cold);
    let (name, abi, span) = (name.to_owned(), item.abi, item.span);
    let reached = Reached::Directly;
    Ok(Head { name, params, ret, generics: 0, inline, abi, cold, reached, span })
}
