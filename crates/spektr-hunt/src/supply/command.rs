//! Programs that a command prints: somebody else's generator. Who runs it is the caller's
//! business; here its output becomes a program of the wing, executed on its machine like any
//! other.

use super::{Origin, Supplied, Supply};
use spektr_judge::Case;
use spektr_wing::{Fuel, SourceFile, Wing};

/// Runs the command for a seed and gives the files it made, or says why not.
type Run<'a> = Box<dyn Fn(u64) -> Result<Vec<SourceFile>, String> + Send + Sync + 'a>;

pub struct Command<'a> {
    wing: &'a dyn Wing,
    name: String,
    run: Run<'a>,
}

impl<'a> Command<'a> {
    pub fn new(
        wing: &'a dyn Wing,
        name: &str,
        run: impl Fn(u64) -> Result<Vec<SourceFile>, String> + Send + Sync + 'a,
    ) -> Command<'a> {
        Command { wing, name: name.to_owned(), run: Box::new(run) }
    }
}

impl Supply for Command<'_> {
    fn describe(&self) -> String {
        format!("the command {}", self.name)
    }

    fn supply(&self, seed: u64) -> Result<Supplied, String> {
        let files = (self.run)(seed)?;
        let mut program = self.wing.read(&files).map_err(|complaint| complaint.to_string())?;
        // Every other program without the checks that it does not need, where it has such.
        if seed % 2 == 1
            && let Ok((relaxed, _)) = program.relaxed("needed", Fuel::default())
        {
            program = relaxed;
        }
        let origin = Origin { maker: self.name.clone(), parents: Vec::new() };
        Ok(Supplied { seed, origin, case: Case::of_program(program) })
    }
}
