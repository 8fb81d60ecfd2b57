//! Reads preprocessed C files and prints them again: says what was not understood or does not
//! come out the same a second time, one line per file, and how many were read. With `--to DIR`
//! the printed texts are left there.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).peekable();
    let to = args.next_if_eq("--to").and_then(|_| args.next());
    let (mut read, mut all) = (0, 0);
    for path in args {
        all += 1;
        match reprint(&path) {
            Ok(text) => {
                read += 1;
                if let Some(to) = &to {
                    let name = Path::new(&path).file_stem().unwrap_or_default();
                    let out = Path::new(to).join(name).with_extension("c");
                    if let Err(error) = std::fs::write(&out, text) {
                        eprintln!("{}: {error}", out.display());
                        return ExitCode::FAILURE;
                    }
                }
            }
            Err(why) => println!("{path}: {why}"),
        }
    }
    println!("{read} of {all} read");
    ExitCode::SUCCESS
}

fn reprint(path: &str) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let program = spektr_c::parse::read(&[(path, &text)]).map_err(|error| error.to_string())?;
    let printed = spektr_c::print::print(&program).remove(0).text;
    let again =
        spektr_c::parse::read(&[(path, &printed)]).map_err(|error| format!("PRINTED {error}"))?;
    let second = spektr_c::print::print(&again).remove(0).text;
    if second != printed {
        let lines = printed.lines().zip(second.lines());
        let differs = lines.into_iter().find(|(one, other)| one != other);
        return Err(format!("DIFFERS {differs:?}"));
    }
    Ok(printed)
}
