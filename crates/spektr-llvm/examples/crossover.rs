//! Crossovers of a directory of `.ll` files (of the built-in functions without one): how many
//! fit, how long they take, and the modules themselves for whoever wants to look at them.
//!
//! `crossover [DIRECTORY] [--from N] [--count N] [--write DIRECTORY]`

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use spektr_llvm::crossover::{self, Policy, Stock};
use spektr_llvm::print::{self, Version};
use spektr_llvm::{parse, syntax::Module};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut value = |flag: &str| {
        let at = arguments.iter().position(|it| it == flag)?;
        arguments.remove(at);
        Some(arguments.remove(at))
    };
    let number = |text: Option<String>, default: u64| {
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let from = number(value("--from"), 0);
    let count = number(value("--count"), 10_000);
    let write = value("--write").map(PathBuf::from);
    let begun = Instant::now();
    let own = arguments.first().map(|directory| collected(Path::new(directory)));
    let stock = match (&own, crossover::built_in()) {
        (Some(own), _) => own,
        (None, Ok(stock)) => stock,
        (None, Err(complaint)) => panic!("{complaint}"),
    };
    println!("functions   {} in {:.1?}", stock.modules.len(), begun.elapsed());
    let policy = Policy::default();
    let (mut fits, mut made, mut joined, mut size) = (0, 0, 0, 0);
    let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
    let begun = Instant::now();
    for seed in from..from + count {
        let Some(crossed) = stock.make(seed, &policy) else { continue };
        made += 1;
        size += crossover::size(&crossed.module);
        if crossed.kinds.iter().any(|it| it.word() == "inline") {
            joined += 1;
            fits += u64::from(crossed.fits);
        }
        crossed.kinds.iter().for_each(|it| *kinds.entry(it.word().into()).or_default() += 1);
        crossed.mutations.iter().for_each(|it| *kinds.entry(format!("{it:?}")).or_default() += 1);
        if let Some(directory) = &write {
            let text = print::text(&crossed.module, Version(22));
            let _ = fs::write(directory.join(format!("{seed}.ll")), text);
        }
    }
    println!(
        "crossovers  {made} of {count} in {:.1?}, {fits} of {joined} inlinings fit at once",
        begun.elapsed()
    );
    println!("size        {} instructions on average", size as u64 / made.max(1));
    println!("kinds       {kinds:?}");
}

fn collected(directory: &Path) -> Stock {
    let (mut files, mut stock) = (Vec::new(), Stock::default());
    collect(directory, &mut files);
    files.sort();
    let (mut unread, mut foreign) = (0, 0);
    for file in &files {
        let text = String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned();
        match parse::module(&file.to_string_lossy(), &text) {
            Err(_) => unread += 1,
            Ok(module) if is_ours(file, &module) => drop(stock.add(&module)),
            Ok(_) => foreign += 1,
        }
    }
    println!("files       {}, {unread} not read, {foreign} for other targets", files.len());
    stock
}

fn is_ours(file: &Path, module: &Module) -> bool {
    let foreign =
        ["AArch64", "AMDGPU", "ARM", "NVPTX", "PowerPC", "RISCV", "Hexagon", "Mips", "SystemZ"];
    let path = file.to_string_lossy();
    !foreign.iter().any(|it| path.contains(&format!("/{it}/"))) && crossover::is_fit(module)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "ll") {
            files.push(path);
        }
    }
}
