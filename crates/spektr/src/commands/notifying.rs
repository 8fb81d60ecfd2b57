//! Telling of new bugs while a hunt goes on: the bundle is written and a person's own command is
//! called with its path. On a thread of its own, because a bundle takes some compiles.

use crate::words::complain;
use spektr_hunt::Event;
use spektr_hunt::gather::Gatherer;
use spektr_hunt::store::Store;
use spektr_judge::{Judge, notify};
use spektr_report::{Bundle, title};
use spektr_wing::Wing;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;

pub struct Notifying {
    command: Option<String>,
    bundles: PathBuf,
    /// Whether bugs are told of once they are reduced, or as soon as they are known.
    reduced: bool,
}

impl Notifying {
    pub fn new(command: Option<String>, bundles: &Path, reduced: bool) -> Notifying {
        Notifying { command, bundles: bundles.to_owned(), reduced }
    }

    /// Hunts, with somebody beside it who is told of every event and calls the command.
    pub fn while_hunting<T>(
        &self,
        store: &Store,
        wing: &dyn Wing,
        judge: &Judge<'_>,
        hunt: impl FnOnce(&dyn Fn(&Event)) -> T,
    ) -> T {
        let Some(command) = &self.command else { return hunt(&|_| {}) };
        let (sender, findings) = channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                for finding in findings {
                    let gatherer = Gatherer { store, wing, judge: Some(judge) };
                    if let Err(trouble) = self.tell(command, &gatherer, finding) {
                        complain(&format!("finding {finding}: {trouble}"));
                    }
                }
            });
            let outcome = hunt(&|event| {
                let Some(finding) = self.worth_telling(event) else { return };
                if sender.send(finding).is_err() {
                    complain("nobody is left to tell of new bugs");
                }
            });
            drop(sender);
            outcome
        })
    }

    fn worth_telling(&self, event: &Event) -> Option<i64> {
        match event {
            Event::Reduced { finding, cut_short: None, .. } if self.reduced => Some(*finding),
            Event::Triaged { finding, new_bug: true, .. } if !self.reduced => Some(*finding),
            _ => None,
        }
    }

    /// Writes the bundle of a finding's bug and calls the command, once for each bug.
    fn tell(
        &self,
        command: &str,
        gatherer: &Gatherer<'_>,
        finding: i64,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let finding = gatherer.store.finding(finding)?;
        let Some(bug) = finding.bug else { return Ok(()) };
        if !gatherer.store.notify_once(bug)? {
            return Ok(());
        }
        let facts = gatherer.finding(&finding)?;
        let directory = self.bundles.join(format!("bug-{bug}"));
        Bundle::of(&facts).write_to(&directory)?;
        let directory = directory.canonicalize()?;
        notify::call(command, &directory, &title(&facts))?;
        Ok(())
    }
}
