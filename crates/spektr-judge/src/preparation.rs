//! Making other people's files readable, as their wing asks for: with the first tool of the
//! wing's families that is found, which need not be probed for that.

use crate::compilers::{Compiler, Places, discover};
use crate::config::StageLimits;
use crate::families::Families;
use crate::laboratory::{Laboratory, Processes, Request};
use crate::sandbox::Sandbox;
use crate::trouble::Trouble;
use spektr_wing::{Complaint, Experiment, SourceFile, Wing};
use std::sync::Arc;

/// Carries a preparation out; the files to read instead, or what the tool said against it.
pub fn prepare(
    wing: &dyn Wing,
    families: Families,
    sandbox: Arc<Sandbox>,
    places: &Places,
    preparation: &Experiment,
) -> Result<Result<Vec<SourceFile>, Complaint>, Trouble> {
    let found = discover(families, places);
    let first = wing.families().iter().find_map(|name| found.iter().find(|it| it.family == *name));
    let Some(first) = first else {
        return Err(Trouble::NotHere { compiler: wing.families().join(" or ") });
    };
    let mut compiler = Compiler::unprobed(first.family, first.family);
    compiler.command = vec![first.path.to_string_lossy().into_owned()];
    let lab = Processes::new(sandbox, families, StageLimits::default(), Vec::new());
    let attempt = lab.carry_out(&Request {
        wing,
        experiment: preparation,
        compiler: &compiler,
        flags: &[],
        all_words: false,
        also: None,
    })?;
    let Some(seen) = attempt.seen() else {
        let said = spektr_text::printable(&attempt.diagnostics);
        return Ok(Err(Complaint::whole(format!("{}\n{said}", attempt.outcome))));
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Ok(seen.files.iter().map(|it| SourceFile::new(&it.name, text(&it.bytes))).collect()))
}
