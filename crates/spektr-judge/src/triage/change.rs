//! What the guilty pass did: the program as the compiler holds it before and after that one
//! pass. Told by the compiler's own dumps where it has them, else by stopping one pass earlier
//! and looking at what is there.

use super::Guilt;
use super::blame::chosen;
use crate::compilers::Compiler;
use crate::config::{Configuration, Flag};
use crate::families::{Change, View};
use crate::judge::{Case, Judge};
use crate::laboratory::Request;
use crate::outcome::Attempt;
use crate::spent::Spent;
use crate::trouble::Trouble;
use crate::verdict::Verdict;

impl Judge<'_> {
    /// The guilty pass of this very program in a layer, and what it made of it where the
    /// compiler can show that.
    pub fn change(
        &self,
        case: &Case,
        verdict: &Verdict,
        configuration: &Configuration,
        layer: &str,
        spent: &mut Spent,
    ) -> Result<Option<(Guilt, Option<Change>)>, Trouble> {
        let suspects = self.suspects(case, verdict, configuration, spent)?;
        let Some(at) = suspects.iter().position(|guilt| guilt.layer == layer) else {
            return Ok(None);
        };
        let change = self.change_by(case, configuration, &suspects[at], spent)?;
        Ok(chosen(&suspects, at).map(|guilt| (guilt, change)))
    }

    /// The change that a pass made. `None` if the compiler cannot count its passes, or cannot
    /// show what it holds, or counts otherwise when it shows it.
    pub fn change_by(
        &self,
        case: &Case,
        configuration: &Configuration,
        guilt: &Guilt,
        spent: &mut Spent,
    ) -> Result<Option<Change>, Trouble> {
        let compiler = self.compiler(&configuration.compiler)?;
        let family = self.family(compiler);
        match family.view(compiler, &guilt.layer, &guilt.pass) {
            None => Ok(None),
            Some(View::Dumps { flags, directory }) => {
                let more = flags.into_iter().map(Flag::word);
                let shown =
                    self.show(case, compiler, &configuration.with(more), &directory, spent)?;
                let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
                let files = shown.left_behind.into_iter().map(|it| (it.name, text(it.bytes)));
                Ok(family.dumped(&guilt.on, &files.collect::<Vec<_>>()))
            }
            Some(View::Snapshot { flags, file }) => {
                let flag = Flag::of_words(flags);
                let mut at = |limit: u64| {
                    let knob = compiler.abilities.bisects.iter().find(|it| it.layer == guilt.layer);
                    let Some(knob) = knob else { return Ok(None) };
                    let stopped = configuration.with(knob.stop_after(limit)).with([flag.clone()]);
                    self.show(case, compiler, &stopped, &file, spent).map(Some)
                };
                let Some(earlier) = guilt.index.checked_sub(1) else { return Ok(None) };
                let (Some(before), Some(after)) = (at(earlier)?, at(guilt.index)?) else {
                    return Ok(None);
                };
                let log = family.passes(&after.diagnostics);
                let is_it = log.at(guilt.index).is_some_and(|run| run.pass == guilt.pass);
                Ok(snapshots(&before, &after).filter(|it| is_it && it.before != it.after))
            }
        }
    }

    /// Compiles for what the compiler leaves behind; nothing is run.
    fn show(
        &self,
        case: &Case,
        compiler: &Compiler,
        configuration: &Configuration,
        also: &str,
        spent: &mut Spent,
    ) -> Result<Attempt, Trouble> {
        let experiment = self.experiment(case, compiler).without_running();
        let attempt = self.lab().carry_out(&Request {
            wing: self.wing(),
            experiment: &experiment,
            compiler,
            flags: &configuration.flags,
            all_words: true,
            also: Some(also),
        })?;
        *spent += attempt.spent;
        Ok(attempt)
    }
}

fn snapshots(before: &Attempt, after: &Attempt) -> Option<Change> {
    let text = |attempt: &Attempt| {
        let file = attempt.left_behind.first()?;
        Some(String::from_utf8_lossy(&file.bytes).into_owned())
    };
    Some(Change { before: text(before)?, after: text(after)? })
}
