//! What a compiler's passes make of a program: the MIR that rustc prints (`--emit=mir`), read
//! into the wing's syntax, so that the machine can run it.
//!
//! Types, statics and constants stay the program's; its functions get the bodies of the text.
//! What is not understood is named and nothing is guessed: then nothing is said about the
//! compiler. Operators that custom MIR has as calls become calls.

mod body;
mod check;
mod computed;
mod parts;
mod scan;
mod statement;
mod types;
mod value;

use std::collections::BTreeMap;

use crate::syntax::*;
use body::Body;
use scan::{Result, Scanner};

pub use check::check;
pub use parts::parts;

/// A program as the compiler left it.
pub struct Emitted {
    pub program: Program,
    /// For each block of each function, the number of the observation at its end.
    pub sites: Vec<Vec<u32>>,
}

/// Reads the bodies of `program`'s functions out of a compiler's text.
///
/// ```
/// let source = "
///     #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
///     fn f(x: i32) -> i32 { mir! { { RET = x + 1; Return() } } }
///     fn main() { f(core::hint::black_box(41)); }
/// ";
/// let program = spektr_mir::parse::parse(source).unwrap();
/// let text = "\
/// fn f(_1: i32) -> i32 {
///     let mut _0: i32;
///
///     bb0: {
///         _0 = AddUnchecked(const 1_i32, copy _1);
///         return;
///     }
/// }
/// ";
/// let emitted = spektr_mir::emitted::read(&program, text).unwrap();
/// assert_eq!(emitted.program.functions[0].blocks.len(), 2);
/// ```
pub fn read(program: &Program, text: &str) -> std::result::Result<Emitted, String> {
    let mut reader = Reader::new(program, text);
    let mut sites = crate::machine::number_sites(program);
    let mut found = vec![false; program.functions.len()];
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let line = rest.lines().next().unwrap_or("");
        if let Some(id) = reader.function_of(line) {
            let end = rest.find("\n}").map_or(rest.len(), |end| end + 2);
            let (function, own) = reader
                .function(id, &rest[..end], at)
                .map_err(|why| format!("{}: {why}", program.functions[id.index()].name))?;
            reader.program.functions[id.index()] = function;
            sites[id.index()] = own;
            found[id.index()] = true;
            at += end;
        }
        at += text[at..].find('\n').map_or(text.len() - at, |end| end + 1);
    }
    match found.iter().position(|found| !found) {
        Some(missing) => Err(format!("`{}` is not there", program.functions[missing].name)),
        None => Ok(Emitted { program: reader.program, sites }),
    }
}

struct Reader<'a> {
    /// With the functions that were read so far.
    program: Program,
    functions: BTreeMap<&'a str, FnId>,
    /// By the number behind `alloc`.
    statics: BTreeMap<u64, StaticId>,
    /// What the program writes as `const { … }`, by the function and its number in it.
    inline: BTreeMap<(String, u64), Inline>,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program, text: &str) -> Reader<'a> {
        let functions = program.functions.iter().enumerate();
        let functions = functions.map(|(k, it)| (it.name.as_str(), FnId(k as u32))).collect();
        let mut statics = BTreeMap::new();
        for line in text.lines().filter_map(|line| line.strip_prefix("alloc")) {
            let mut line = Scanner::new(line);
            let Ok(number) = line.number::<u64>() else { continue };
            if !line.eat("(static:") {
                continue;
            }
            let name = line.until(&[',', ')']);
            let name = name.rsplit("::").next().unwrap_or(name);
            if let Some(id) = program.statics.iter().position(|it| it.name == name) {
                statics.insert(number, StaticId(id as u32));
            }
        }
        let inline = inline_constants(text);
        Reader { program: program.clone(), functions, statics, inline }
    }

    /// The function that begins with this line.
    fn function_of(&self, line: &str) -> Option<FnId> {
        let (path, _) = line.strip_prefix("fn ")?.split_once('(')?;
        // `<impl at …>::clone` is nobody's.
        let name = path.rsplit("::").next().filter(|_| !path.contains('<'))?;
        self.functions.get(name).copied()
    }

    /// One function, whose text begins at `start` of the file.
    fn function(&mut self, id: FnId, text: &str, start: usize) -> Result<(Function, Vec<u32>)> {
        let own = &self.program.functions[id.index()];
        let params = own.params as usize;
        let mut function = Function {
            name: own.name.clone(),
            params: own.params,
            locals: own.locals[..=params].to_vec(),
            blocks: Vec::new(),
            generics: 0,
            inline: own.inline,
            abi: own.abi,
            cold: own.cold,
            reached: own.reached,
            span: Span::new(start as u32, (start + text.lines().next().map_or(0, str::len)) as u32),
        };
        function.locals.iter_mut().for_each(|local| local.span = Span::default());
        let is_block = |line: &&str| line.starts_with("    bb") && line.ends_with(": {");
        let mut locals = Vec::new();
        for line in text.lines().skip(1).take_while(|line| !is_block(line)) {
            locals.extend(self.declared(line)?);
        }
        locals.sort_by_key(|(local, _)| *local);
        for (local, ty) in locals {
            match (local.index()).cmp(&function.locals.len()) {
                std::cmp::Ordering::Less => function.locals[local.index()].ty = ty,
                std::cmp::Ordering::Equal => {
                    let name = format!("_{}", local.0);
                    function.locals.push(LocalDecl { name, ty, span: Span::default() });
                }
                std::cmp::Ordering::Greater => {
                    return Err(format!("_{} is declared, but none before it", local.0));
                }
            }
        }
        let body = Body::new(function, text.lines().filter(is_block).count());
        self.blocks(body, text, start)
    }

    /// `let mut _3: u8;`, at whatever depth of scopes.
    fn declared(&mut self, line: &str) -> Result<Option<(Local, Ty)>> {
        let mut line = Scanner::new(line);
        if !line.eat_word("let") {
            return Ok(None);
        }
        line.eat_word("mut");
        let local = self.local(&mut line)?;
        line.expect(":")?;
        Ok(Some((local, self.ty(&mut line)?)))
    }

    fn blocks(&mut self, mut body: Body, text: &str, start: usize) -> Result<(Function, Vec<u32>)> {
        let mut at = start;
        for line in text.split_inclusive('\n') {
            let begin = at + line.len() - line.trim_start().len();
            at += line.len();
            body.span = Span::new(begin as u32, (begin + line.trim().len()) as u32);
            if let Some(statement) = line.strip_prefix("        ")
                && !statement.starts_with(' ')
                && body.begun
            {
                self.line(&mut body, statement.trim_end())?;
            } else if let Some(header) = line.strip_prefix("    bb") {
                let mut header = Scanner::new(header);
                let block = body.block(header.number()?)?;
                let cleanup = header.eat("(cleanup)");
                body.begin(block, cleanup)?;
            }
        }
        Ok(body.finish(&mut self.program.types))
    }
}

/// The value of a `const { … }`.
#[derive(Clone, Copy)]
enum Inline {
    Unit,
    /// Its bits, as `from_bits` is given them.
    Float(u128, FloatTy),
}

/// `f::{constant#0}: f32 = {`, and in the lines after it what `from_bits` is given.
fn inline_constants(text: &str) -> BTreeMap<(String, u64), Inline> {
    let mut found = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        if let Some((function, rest)) = line.split_once("::{constant#")
            && !line.starts_with(' ')
        {
            let mut rest = Scanner::new(rest);
            let Ok(number) = rest.number::<u64>() else { continue };
            let key = (function.trim_start_matches("const ").to_owned(), number);
            if rest.eat("}: ()") {
                found.insert(key, Inline::Unit);
                continue;
            }
            let ty = if rest.eat("}:") { rest.word() } else { "" };
            let float = FloatTy::ALL.into_iter().find(|it| it.name() == ty);
            current = float.map(|float| (key, float));
        } else if let Some((_, bits)) = line.split_once("::from_bits(const ")
            && let Some((key, float)) = current.take()
            && let Ok(bits) = Scanner::new(bits).number::<u128>()
        {
            found.insert(key, Inline::Float(bits, float));
        }
    }
    found
}
