//! Progress for people: one live line with rate, programs, findings, bugs and the time left,
//! and a line above it for everything worth reading later.

use super::Listener;
use crate::words::{count, note, number, seconds};
use indicatif::{ProgressBar, ProgressStyle};
use spektr_hunt::{Event, Summary};
use std::time::Duration;

pub struct Progress {
    bar: ProgressBar,
    programs: u64,
    statements: u64,
    findings: u64,
    bugs: u64,
    reducing: String,
}

/// The template of a hunt without an end has no bar and no time left.
const OPEN: &str = "{elapsed_precise} {spinner} {msg}";
const BOUNDED: &str = "{elapsed_precise} [{bar:24}] {percent}% {msg}, {eta} left";

impl Progress {
    pub fn new() -> Self {
        let bar = ProgressBar::no_length();
        bar.enable_steady_tick(Duration::from_millis(250));
        Progress { bar, programs: 0, statements: 0, findings: 0, bugs: 0, reducing: String::new() }
    }

    /// A line that stays, above the live one; on standard error also without a terminal.
    fn line(&self, text: &str) {
        if self.bar.is_hidden() {
            note(text);
        } else {
            self.bar.println(text);
        }
    }

    fn refresh(&self) {
        let elapsed = self.bar.elapsed().as_millis().max(1) as u64;
        let rate = self.programs * 10_000 / elapsed;
        self.bar.set_message(format!(
            "{} programs ({}.{}/s), {} statements, {} findings, {} bugs{}",
            number(self.programs),
            rate / 10,
            rate % 10,
            number(self.statements),
            self.findings,
            self.bugs,
            self.reducing
        ));
    }

    fn start(&self, seeds: Option<u64>, judged_before: u64) {
        let template = if seeds.is_some() { BOUNDED } else { OPEN };
        // The templates are constants of this file; a test reads both.
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style.progress_chars("=> "));
        }
        if let Some(seeds) = seeds {
            self.bar.set_length(seeds);
        }
        self.bar.set_position(judged_before);
        self.bar.reset_eta();
    }

    fn finish(&self, summary: &Summary) {
        self.bar.finish_and_clear();
        note(&closing_words(summary));
    }
}

fn closing_words(summary: &Summary) -> String {
    let end = match &summary.ended_by {
        None => "every seed is judged".to_owned(),
        Some(reason) => format!("ended by {reason}; `spektr hunt --resume` goes on"),
    };
    let found = match (summary.findings, summary.new_bugs) {
        (0, _) => "no new findings".to_owned(),
        (findings, bugs) => format!(
            "{}, {}: `spektr findings` lists them",
            count(findings, "new finding"),
            count(bugs, "new bug")
        ),
    };
    format!(
        "campaign {}: {end}\n  {} programs, {} statements, {} compiles in {:.1} s ({} CPU)\n  {found}\n",
        summary.campaign,
        number(summary.programs),
        number(summary.statements),
        number(summary.compiles),
        summary.wall_seconds,
        seconds(summary.cpu_micros),
    )
}

impl Listener for Progress {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::Started {
                campaign,
                wing,
                compilers,
                jobs,
                first_seed,
                end_seed,
                judged_before,
            } => {
                self.start(end_seed.map(|end| end.saturating_sub(*first_seed)), *judged_before);
                let compilers = compilers.join(", ");
                self.line(&format!("campaign {campaign}: {wing} on {compilers}, {jobs} at a time"));
            }
            Event::Judged { seeds, programs, statements, .. } => {
                self.programs += programs;
                self.statements += statements;
                self.bar.inc(*seeds);
            }
            Event::Skipped { seed, reason } => self.line(&format!("seed {seed} skipped: {reason}")),
            Event::Found { finding, seed, compiler, flags, verdict, summary } => {
                self.findings += 1;
                let flags = flags.join(" ");
                self.line(&format!(
                    "finding {finding}: {verdict} by {compiler} {flags} (seed {seed})\n  {summary}"
                ));
            }
            Event::Triaged { finding, bug, new_bug: true, title } => {
                self.bugs += 1;
                self.line(&format!("finding {finding} is new bug {bug}: {title}"));
            }
            // One more finding of a known bug is counted, not told.
            Event::Triaged { .. } => {}
            Event::SetApart { finding, state, reason } => {
                self.line(&format!("finding {finding} set apart as {state}: {reason}"));
            }
            Event::Reducing { finding, statements, .. } => {
                self.reducing = format!(", reducing {finding} to {}", number(*statements));
            }
            Event::Reduced { finding, before, after, compiles, cpu_seconds } => {
                self.reducing.clear();
                self.line(&format!(
                    "finding {finding} reduced from {} to {} statements ({compiles} compiles, {cpu_seconds:.1} CPU s)",
                    number(*before),
                    number(*after)
                ));
            }
            Event::Moved { finding, bug, new_bug, title } => {
                self.bugs += u64::from(*new_bug);
                let new = if *new_bug { "new bug" } else { "bug" };
                self.line(&format!("finding {finding} is {new} {bug} after all: {title}"));
            }
            Event::Trouble { message } => self.line(&format!("trouble: {message}")),
            Event::Failed { message, .. } => self.line(&format!("failed: {message}")),
            Event::Stopping { reason } => self.line(&format!(
                "stopping ({reason}): finishing the programs in flight; Ctrl-C stops at once"
            )),
            Event::Finished(summary) => self.finish(summary),
        }
        self.refresh();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_well_formed() {
        assert!(ProgressStyle::with_template(OPEN).is_ok());
        assert!(ProgressStyle::with_template(BOUNDED).is_ok());
    }

    #[test]
    fn closing_words_say_how_to_go_on() {
        let stopped = Summary { ended_by: Some("Ctrl-C".into()), ..Summary::default() };
        assert!(closing_words(&stopped).contains("spektr hunt --resume"));
        let found = Summary { findings: 2, new_bugs: 1, ..Summary::default() };
        assert!(closing_words(&found).contains("spektr findings"));
    }
}
