//! A process that holds LLVM's library and optimizes one module after the other, each in a fork
//! of its own: what is warm stays warm, and what breaks breaks alone. The library is the one
//! that the tool itself is linked with, found at run time.
//!
//! Only what goes well is answered from here. Whatever else happens (a crash, a complaint, flags
//! that only the tool knows) is done once more by the tool, so that its words and its end are
//! always its own.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

#[derive(Deserialize)]
struct Request {
    directory: PathBuf,
    args: Vec<String>,
}

#[derive(Serialize)]
struct Reply {
    status: i32,
    signal: Option<i32>,
    stdout: String,
    stderr: String,
}

/// The library that a tool is linked with, as the loader finds it.
pub fn library_of(tool: &Path) -> Option<String> {
    static KNOWN: Mutex<BTreeMap<PathBuf, Option<String>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.entry(tool.to_owned()).or_insert_with(|| needed(tool)).clone()
}

/// The name of the library among the strings of the executable.
fn needed(tool: &Path) -> Option<String> {
    let bytes = fs::read(tool).ok()?;
    let prefix = b"libLLVM";
    let starts = bytes.windows(prefix.len()).enumerate().filter(|(_, it)| it == prefix);
    let mut names = starts.filter_map(|(at, _)| {
        let rest = &bytes[at..];
        let name = std::str::from_utf8(&rest[..rest.iter().position(|&it| it == 0)?]).ok()?;
        let plain = |it: char| it.is_ascii_alphanumeric() || "-._".contains(it);
        (name.contains(".so") && name.chars().all(plain)).then(|| name.to_owned())
    });
    let name = names.next()?;
    let beside = fs::canonicalize(tool).ok()?;
    let beside = beside.parent()?.parent()?.join("lib").join(&name);
    Some(if beside.exists() { beside.to_string_lossy().into_owned() } else { name })
}

/// Answers requests on standard input until it ends.
pub fn serve(library: &str, tool: &str) -> io::Result<()> {
    let library = Library::open(library);
    if let Some(library) = &library {
        library.warm_up();
    }
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let mut length = [0; 4];
        match input.read_exact(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            other => other?,
        }
        let mut request = vec![0; u32::from_le_bytes(length) as usize];
        input.read_exact(&mut request)?;
        let request: Request = serde_json::from_slice(&request).map_err(io::Error::other)?;
        let reply = serde_json::to_vec(&answer(library.as_ref(), tool, &request)?)
            .map_err(io::Error::other)?;
        // An answer is as long as what a tool may say.
        output.write_all(&(reply.len() as u32).to_le_bytes())?;
        output.write_all(&reply)?;
        output.flush()?;
    }
}

fn answer(library: Option<&Library>, tool: &str, request: &Request) -> io::Result<Reply> {
    if let (Some(library), Some(work)) = (library, Work::of(&request.args))
        && library.in_a_fork(&request.directory, &work)?
    {
        let (stdout, stderr) = (String::new(), String::new());
        return Ok(Reply { status: 0, signal: None, stdout, stderr });
    }
    let mut command = Command::new(tool);
    command.args(&request.args).current_dir(&request.directory).stdin(Stdio::null());
    let ran = command.output()?;
    Ok(Reply {
        status: ran.status.code().unwrap_or(1),
        signal: ran.status.signal(),
        stdout: String::from_utf8_lossy(&ran.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&ran.stderr).into_owned(),
    })
}

/// What is asked for, if it is nothing but a module and a pipeline.
#[derive(Debug, PartialEq)]
struct Work {
    input: String,
    output: CString,
    passes: CString,
}

impl Work {
    fn of(args: &[String]) -> Option<Work> {
        let (mut input, mut output, mut passes, mut text) = (None, None, None, false);
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            if arg == "-S" {
                text = true;
            } else if arg == "-o" {
                output = Some(args.next()?.clone());
            } else if let Some(given) = arg.strip_prefix("-passes=") {
                if passes.replace(given.to_owned()).is_some() {
                    return None;
                }
            } else if arg.starts_with('-') || input.replace(arg.clone()).is_some() {
                return None;
            }
        }
        let whole = |text: Option<String>| CString::new(text?).ok();
        let work = Work { input: input?, output: whole(output)?, passes: whole(passes)? };
        text.then_some(work)
    }
}

type Handle = *mut c_void;
type Text = *const c_char;

/// Declares the functions of the library that are used, and loads them.
macro_rules! functions {
    ($($field:ident: $name:literal fn($($arg:ty),*) $(-> $result:ty)?;)*) => {
        struct Library {
            $($field: unsafe extern "C" fn($($arg),*) $(-> $result)?,)*
        }

        impl Library {
            /// `None` if the library is not there, or is not what it should be.
            fn open(path: &str) -> Option<Library> {
                let path = CString::new(path).ok()?;
                // SAFETY: the path ends with a zero. What the library does when it is loaded is
                // what it does in the tool.
                let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW) };
                if library.is_null() {
                    return None;
                }
                Some(Library { $($field: {
                    let name = concat!($name, "\0");
                    // SAFETY: the library is open, and the name ends with a zero.
                    let symbol = unsafe { libc::dlsym(library, name.as_ptr().cast()) };
                    if symbol.is_null() {
                        return None;
                    }
                    // SAFETY: LLVM's C interface declares a function of this name like this,
                    // in all versions from 13 on.
                    unsafe {
                        std::mem::transmute::<Handle, unsafe extern "C" fn($($arg),*) $(-> $result)?>(symbol)
                    }
                },)* })
            }
        }
    };
}

functions! {
    context: "LLVMContextCreate" fn() -> Handle;
    buffer: "LLVMCreateMemoryBufferWithMemoryRangeCopy" fn(Text, usize, Text) -> Handle;
    parse: "LLVMParseIRInContext" fn(Handle, Handle, *mut Handle, *mut *mut c_char) -> c_int;
    verify: "LLVMVerifyModule" fn(Handle, c_int, *mut *mut c_char) -> c_int;
    print: "LLVMPrintModuleToFile" fn(Handle, Text, *mut *mut c_char) -> c_int;
    triple: "LLVMGetTarget" fn(Handle) -> Text;
    x86_info: "LLVMInitializeX86TargetInfo" fn();
    x86: "LLVMInitializeX86Target" fn();
    x86_code: "LLVMInitializeX86TargetMC" fn();
    target: "LLVMGetTargetFromTriple" fn(Text, *mut Handle, *mut *mut c_char) -> c_int;
    machine: "LLVMCreateTargetMachine" fn(Handle, Text, Text, Text, c_int, c_int, c_int) -> Handle;
    options: "LLVMCreatePassBuilderOptions" fn() -> Handle;
    run: "LLVMRunPasses" fn(Handle, Text, Handle, Handle) -> Handle;
}

/// LLVM's name for "tell by the result".
const RETURN_STATUS: c_int = 2;
/// Its usual level of code generation.
const DEFAULT_LEVEL: c_int = 2;

/// Something for every part of the pipeline to look at once.
const WARMING: &str = "target triple = \"x86_64-unknown-linux-gnu\"\n\
define i32 @f(ptr %p, i32 %n) {\nentry:\n  br label %loop\nloop:\n  \
%i = phi i32 [ 0, %entry ], [ %j, %loop ]\n  %x = load i32, ptr %p\n  %j = add i32 %i, %x\n  \
%c = icmp slt i32 %j, %n\n  br i1 %c, label %loop, label %out\nout:\n  ret i32 %j\n}\n";

impl Library {
    /// Does once what every fork would have to do anew.
    fn warm_up(&self) {
        // SAFETY: these may be called once at any time.
        unsafe {
            (self.x86_info)();
            (self.x86)();
            (self.x86_code)();
        }
        let passes = c"default<O3>";
        // SAFETY: nothing of this module is used again. Versions that do not read it say so.
        unsafe {
            if let Some(module) = self.read(WARMING) {
                self.optimize(module, passes);
            }
        }
    }

    /// Does the work in a child process; whether all went well.
    fn in_a_fork(&self, directory: &Path, work: &Work) -> io::Result<bool> {
        // SAFETY: this process has one thread, so a fork of it is whole.
        let child = unsafe { libc::fork() };
        match child {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                let done = silence().is_ok() && self.work(directory, work);
                // SAFETY: ends the child without what the parent would do at its end.
                unsafe { libc::_exit(if done { 0 } else { 1 }) }
            }
            child => {
                let mut status = 0;
                // SAFETY: it is our child, and the place for its status is ours.
                while unsafe { libc::waitpid(child, &mut status, 0) } < 0 {
                    let error = io::Error::last_os_error();
                    if error.kind() != io::ErrorKind::Interrupted {
                        return Err(error);
                    }
                }
                Ok(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0)
            }
        }
    }

    /// Reads, optimizes and writes a module, which is one before and after.
    fn work(&self, directory: &Path, work: &Work) -> bool {
        let entered = std::env::set_current_dir(directory);
        let (Ok(()), Ok(text)) = (entered, fs::read_to_string(&work.input)) else { return false };
        // SAFETY: the module is read, checked and used only here.
        unsafe {
            let Some(module) = self.read(&text) else { return false };
            let mut words = null_mut();
            self.optimize(module, &work.passes)
                && (self.verify)(module, RETURN_STATUS, &mut words) == 0
                && (self.print)(module, work.output.as_ptr(), &mut words) == 0
        }
    }

    /// The module of a text, if it is one.
    ///
    /// # Safety
    /// Nobody else may use the library at the same time.
    unsafe fn read(&self, text: &str) -> Option<Handle> {
        let (mut module, mut words) = (null_mut(), null_mut());
        // SAFETY: the text is copied, the places for the answers are ours, and the buffer is
        // given away as the interface wants it.
        unsafe {
            let buffer = (self.buffer)(text.as_ptr().cast(), text.len(), c"module".as_ptr());
            let failed = (self.parse)((self.context)(), buffer, &mut module, &mut words) != 0;
            (!failed && (self.verify)(module, RETURN_STATUS, &mut words) == 0).then_some(module)
        }
    }

    /// Runs a pipeline as the tool does: with a target where the module names one.
    ///
    /// # Safety
    /// The module is one of this library and in nobody else's hands.
    unsafe fn optimize(&self, module: Handle, passes: &CStr) -> bool {
        // SAFETY: by the caller; all texts end with a zero and outlive the calls.
        unsafe {
            let triple = (self.triple)(module);
            let (mut target, mut words) = (null_mut(), null_mut());
            let named = !CStr::from_ptr(triple).is_empty();
            let machine = match named && (self.target)(triple, &mut target, &mut words) == 0 {
                true => {
                    let none = c"".as_ptr();
                    (self.machine)(target, triple, none, none, DEFAULT_LEVEL, 0, 0)
                }
                false => null_mut(),
            };
            (self.run)(module, passes.as_ptr(), machine, (self.options)()).is_null()
        }
    }
}

/// Standard output is for answers, and standard error for nobody.
fn silence() -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let nowhere = fs::OpenOptions::new().write(true).open("/dev/null")?;
    for descriptor in [1, 2] {
        // SAFETY: both descriptors are open.
        if unsafe { libc::dup2(nowhere.as_raw_fd(), descriptor) } < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(words: &str) -> Vec<String> {
        words.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn only_a_module_and_a_pipeline_are_done_here() {
        let work = Work::of(&args("-S a.ll -o b.ll -passes=default<O3>")).expect("plain work");
        assert_eq!((work.input.as_str(), work.passes.as_c_str()), ("a.ll", c"default<O3>"));
        for other in [
            "a.ll -o b.ll -passes=gvn",
            "-S a.ll -o b.ll",
            "-S a.ll -o b.ll -passes=gvn -opt-bisect-limit=3",
            "-S a.ll b.ll -o b.ll -passes=gvn",
            "-S a.ll -o b.ll -passes=gvn -passes=dce",
            "-S a.ll -passes=gvn -o",
        ] {
            assert_eq!(Work::of(&args(other)), None, "{other}");
        }
    }

    #[test]
    fn a_tool_that_is_not_linked_with_it_has_no_library() {
        assert_eq!(library_of(Path::new("/bin/true")), None);
        assert!(Library::open("libLLVM-nowhere.so").is_none());
    }
}
