//! A function of a module, called by a person: arguments are constants as they are written in
//! LLVM assembly, and memory for pointers is made on the spot. The machine does the rest.

use spektr_text::{Complaint, Diagnostic, Sources};

use crate::machine::{Code, Execution, Given, Kind, Outside, Start, try_run};
use crate::syntax::{GlobalId, Linkage, Module, Ty};
use crate::{parse, print, wellformed};

/// Where memory for pointers lies, and how far apart.
const FIRST: u64 = 0x1000_0000;
const APART: u64 = 0x0100_0000;

/// The largest piece of memory that can be passed.
const LARGEST: usize = 1 << 20;

/// What became of a call, and the text that its diagnostic points into.
pub struct Called {
    pub function: String,
    pub execution: Execution,
    pub sources: Sources,
}

impl Called {
    /// The diagnostic with an excerpt of the text.
    pub fn rendered(&self, diagnostic: &Diagnostic) -> String {
        diagnostic.render(&self.sources)
    }
}

/// Calls a function of a text: `entry`, or `main`, or the only one there is.
///
/// ```
/// let text = "define i8 @f(i8 %x, ptr %p) { %y = load i8, ptr %p %z = add i8 %x, %y ret i8 %z }";
/// let arguments = ["7", "bytes:23"].map(String::from);
/// let called = spektr_llvm::entry::call("f.ll", text, None, &arguments, 1000).unwrap();
/// assert_eq!(called.execution.result.unwrap(), "42 (0x2a)");
/// ```
pub fn call(
    name: &str,
    text: &str,
    entry: Option<&str>,
    arguments: &[String],
    fuel: u64,
) -> Result<Called, Complaint> {
    let module = wellformed::read(name, text)?;
    let id = chosen(&module, entry)?;
    let function = module.global(id).name.as_ref().map_or(String::new(), |it| it.text().into());
    let params: Vec<Ty> =
        module.signature(module.global(id).ty).map_or(&[][..], |it| it.1).to_vec();
    let arguments = completed(&module, &function, &params, arguments)?;
    // The constants of the arguments are read in the module's own words.
    let mut whole = text.to_owned();
    for (at, (argument, ty)) in arguments.iter().zip(&params).enumerate() {
        if memory_for(argument).is_none() {
            let ty = print::type_text(&module, *ty);
            whole.push_str(&format!("\n@{} = private constant {ty} {argument}\n", variable(at)));
        }
    }
    let module = parse::module(name, &whole)?;
    let start = start(&module, &arguments)?;
    let execution = try_run(&module, &function, &start, fuel)
        .map_err(|stop| Complaint::whole(stop.to_string()))?;
    Ok(Called { function, execution, sources: Sources::one(name, whole) })
}

fn variable(at: usize) -> String {
    format!("spektr.argument.{at}")
}

/// The function that is meant.
fn chosen(module: &Module, entry: Option<&str>) -> Result<GlobalId, Complaint> {
    let defined = |id: &GlobalId| {
        module.global(*id).function().is_some_and(|function| function.body.is_some())
    };
    let wanted = entry.unwrap_or("main");
    if let Some(id) = module.find(wanted).filter(defined) {
        return Ok(id);
    }
    let is_local = |linkage| matches!(linkage, Linkage::Private | Linkage::Internal);
    let all: Vec<GlobalId> = module
        .defined()
        .filter(|(_, global, _)| !is_local(global.linkage))
        .map(|(id, _, _)| id)
        .collect();
    if let (None, [only]) = (entry, &all[..]) {
        return Ok(*only);
    }
    let names = all.iter().filter_map(|&id| module.global(id).name.as_ref());
    let names: Vec<String> = names.take(12).map(|name| format!("@{name}")).collect();
    let there = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    Err(Complaint::whole(format!(
        "there is no function @{wanted} with a body; --entry takes one of: {there}"
    )))
}

/// As many arguments as there are parameters. Who calls `main` without any means a program
/// without arguments.
fn completed(
    module: &Module,
    function: &str,
    params: &[Ty],
    arguments: &[String],
) -> Result<Vec<String>, Complaint> {
    if arguments.is_empty() && function == "main" && params.len() <= 3 {
        let all = ["0", "zero:8", "zero:8"];
        return Ok(all[..params.len()].iter().map(|it| (*it).to_owned()).collect());
    }
    if arguments.len() == params.len() {
        return Ok(arguments.to_vec());
    }
    let types: Vec<String> = params.iter().map(|&ty| print::type_text(module, ty)).collect();
    Err(Complaint::whole(format!(
        "@{function} takes ({}): {} arguments, not {}; --args takes constants as LLVM assembly \
         writes them, and for pointers also bytes:00ff… or zero:16",
        types.join(", "),
        params.len(),
        arguments.len()
    )))
}

/// Memory that an argument asks for: `bytes:` with hexadecimal digits, or `zero:` with a size.
fn memory_for(argument: &str) -> Option<Option<Vec<u8>>> {
    if let Some(size) = argument.strip_prefix("zero:") {
        return Some(size.parse().ok().filter(|&size| size <= LARGEST).map(|size| vec![0; size]));
    }
    let digits = argument.strip_prefix("bytes:")?;
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let whole = digits.len().is_multiple_of(2) && digits.len() <= 2 * LARGEST;
    Some(whole.then(|| digits.as_bytes().chunks(2).map(pair).collect()).flatten())
}

fn start(module: &Module, arguments: &[String]) -> Result<Start, Complaint> {
    let code = Code::new(module).map_err(|stop| Complaint::whole(stop.to_string()))?;
    let mut start = Start::default();
    for (at, argument) in arguments.iter().enumerate() {
        let given = match memory_for(argument) {
            Some(Some(bytes)) => {
                let object = start.objects.len();
                start.objects.push(Outside {
                    address: FIRST + object as u64 * APART,
                    align: 4096,
                    bytes,
                    links: Vec::new(),
                    alone: false,
                    name: format!("argument {}", at + 1).into(),
                });
                Given::Pointer { object, offset: 0 }
            }
            Some(None) => {
                return Err(Complaint::whole(format!("`{argument}` is no memory to pass")));
            }
            None => {
                let variable = module.find(&variable(at)).map(|id| module.global(id));
                let known = variable.and_then(|it| Some((it.ty, it.variable()?.initializer?)));
                let Some((ty, constant)) = known else {
                    return Err(Complaint::whole(format!("`{argument}` is no constant")));
                };
                if let Kind::Refused(what) = code.shapes[ty].kind {
                    return Err(Complaint::whole(format!("{what} is not understood")));
                }
                Given::Value(code.constant(constant).clone())
            }
        };
        start.arguments.push(given);
    }
    Ok(start)
}
