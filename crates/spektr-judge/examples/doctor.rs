//! Prints what `spektr doctor` would say.

use spektr_judge::compilers::{Places, diagnose};
use spektr_judge::sandbox::Sandbox;

fn main() -> std::io::Result<()> {
    let sandbox = Sandbox::new(&std::env::temp_dir())?;
    print!("{}", diagnose(&sandbox, &Places::of_environment()));
    Ok(())
}
