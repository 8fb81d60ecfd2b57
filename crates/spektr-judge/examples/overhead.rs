//! Measures what the sandbox costs per command: `cargo run --release --example overhead`.

use spektr_judge::sandbox::{Job, Sandbox};
use std::path::Path;
use std::time::Instant;

fn main() -> std::io::Result<()> {
    const ROUNDS: u32 = 500;
    let sandbox = Sandbox::new(&std::env::temp_dir())?;
    // Spektr is no small process; the cost must not grow with it.
    let ballast = vec![1u8; 200 << 20];

    let start = Instant::now();
    for _ in 0..ROUNDS {
        let scratch = sandbox.scratch()?;
        let ran = sandbox.run(&Job::new(Path::new("/bin/true"), scratch.path()))?;
        assert!(ran.success());
    }
    let inside = start.elapsed() / ROUNDS;

    let start = Instant::now();
    for _ in 0..ROUNDS {
        std::process::Command::new("/bin/true").status()?;
    }
    let outside = start.elapsed() / ROUNDS;
    println!("sandboxed {inside:?}, plain {outside:?} ({} MB of ballast)", ballast.len() >> 20);
    print!("{}", sandbox.enforcement());
    Ok(())
}
