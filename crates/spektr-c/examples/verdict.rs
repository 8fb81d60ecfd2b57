//! What the machine says of preprocessed C files, one line for each: how it ends, or the rule
//! that it stops with and where. With `--strict` by the stricter reading. For going through
//! other people's programs by the thousand.

use spektr_c::machine::{Ending, Machine, Switches};

const FUEL: u64 = 300_000_000;

fn main() {
    let mut args = std::env::args().skip(1).peekable();
    let strict = args.next_if_eq("--strict").is_some();
    let switches = if strict { Switches::STRICT } else { Switches::DEFAULT };
    for path in args {
        println!("{path}: {}", verdict(&path, switches));
    }
}

fn verdict(path: &str, switches: Switches) -> String {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return error.to_string(),
    };
    let text = String::from_utf8_lossy(&bytes);
    let program = match spektr_c::parse::read(&[(path, &text)]) {
        Ok(program) => program,
        Err(complaint) => return format!("not understood: {complaint}"),
    };
    let mut machine = match Machine::new(&program, switches) {
        Ok(machine) => machine,
        Err(complaint) => return format!("not understood: {complaint}"),
    };
    match machine.start(&program).and_then(|()| machine.run(&program, FUEL)) {
        Ok(Ending::Exit(status)) => format!("ok {}", status & 0xff),
        Ok(Ending::Aborted) => "aborted".to_owned(),
        Err(stop) => {
            let place = machine.diagnose(&program, &stop).span;
            let place =
                place.map_or_else(String::new, |span| program.sources.position(span).to_string());
            format!("{} {} at {place}: {stop}", stop.class(), stop.rule())
        }
    }
}
