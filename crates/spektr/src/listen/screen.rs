//! Progress for people: a few live lines (totals and time left, a line for each compiler, what is
//! being looked at, what waits, where the CPU time goes), and above them a line for everything
//! worth reading later.

use super::Listener;
use crate::words::{count, note, number, percent, seconds};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use spektr_hunt::{Event, Examination, Summary};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The template of a hunt without an end has no bar and no time left.
const OPEN: &str = "{elapsed_precise} {spinner} {msg}";
const BOUNDED: &str = "{elapsed_precise} [{bar:24}] {percent}% {msg}, {eta} left";
const PLAIN: &str = "  {msg}";

pub struct Screen {
    lines: MultiProgress,
    totals: ProgressBar,
    compilers: BTreeMap<String, Row>,
    examining: ProgressBar,
    waiting: ProgressBar,
    counts: Counts,
    /// What each examiner is at, by finding.
    works: BTreeMap<i64, String>,
    last_find: Option<(Instant, String)>,
}

/// A compiler and what it has done so far.
struct Row {
    line: ProgressBar,
    programs: u64,
    findings: u64,
    /// What each worker gives it at the moment.
    now: BTreeMap<usize, String>,
}

#[derive(Default)]
struct Counts {
    programs: u64,
    executed: u64,
    findings: u64,
    bugs: u64,
    known: u64,
    untriaged: u64,
    unreduced: u64,
    judge_micros: u64,
    triage_micros: u64,
    reduce_micros: u64,
}

impl Screen {
    pub fn new() -> Self {
        let lines = MultiProgress::new();
        let totals = lines.add(ProgressBar::no_length());
        totals.enable_steady_tick(Duration::from_millis(250));
        let plain = || lines.add(styled(ProgressBar::no_length(), PLAIN));
        let (examining, waiting) = (plain(), plain());
        Screen {
            totals,
            compilers: BTreeMap::new(),
            examining,
            waiting,
            counts: Counts::default(),
            works: BTreeMap::new(),
            last_find: None,
            lines,
        }
    }

    /// A line that stays, above the live ones; on standard error also without a terminal.
    fn line(&self, text: &str) {
        let text = spektr_text::printable(text);
        if self.totals.is_hidden() {
            note(&text);
        } else {
            // Nothing can be done about a terminal that is gone.
            drop(self.lines.println(text));
        }
    }

    fn row(&mut self, compiler: &str) -> &mut Row {
        let (lines, above) = (&self.lines, &self.examining);
        self.compilers.entry(compiler.to_owned()).or_insert_with(|| Row {
            line: lines.insert_before(above, styled(ProgressBar::no_length(), PLAIN)),
            programs: 0,
            findings: 0,
            now: BTreeMap::new(),
        })
    }

    fn refresh(&self) {
        let counts = &self.counts;
        let elapsed = self.totals.elapsed().as_millis().max(1) as u64;
        let rate = counts.programs * 10_000 / elapsed;
        self.totals.set_message(format!(
            "{} programs ({}.{}/s), {} statements executed, {}, {} ({} of known bugs)",
            number(counts.programs),
            rate / 10,
            rate % 10,
            number(counts.executed),
            count(counts.findings, "finding"),
            count(counts.bugs, "new bug"),
            number(counts.known),
        ));
        for (name, row) in &self.compilers {
            let now: Vec<&str> = row.now.values().map(String::as_str).collect();
            row.line.set_message(format!(
                "{name:<16} {:>9} programs  {:>5} findings  {}",
                number(row.programs),
                number(row.findings),
                now.join("  |  ")
            ));
        }
        let works: Vec<&str> = self.works.values().map(String::as_str).collect();
        let works = if works.is_empty() { "nothing".to_owned() } else { works.join("  |  ") };
        self.examining.set_message(format!("looking at       {works}"));
        self.waiting.set_message(self.waiting_words());
    }

    fn waiting_words(&self) -> String {
        let counts = &self.counts;
        let all = counts.judge_micros + counts.triage_micros + counts.reduce_micros;
        let last = match &self.last_find {
            Some((at, what)) => format!("; last find {} s ago: {what}", at.elapsed().as_secs()),
            None => String::new(),
        };
        format!(
            "waiting          {} for triage, {} for reduction; CPU {} judging, {} triage, {} reduction{last}",
            count(counts.untriaged, "finding"),
            count(counts.unreduced, "bug"),
            percent(counts.judge_micros, all),
            percent(counts.triage_micros, all),
            percent(counts.reduce_micros, all),
        )
    }

    fn start(&self, seeds: Option<u64>, judged_before: u64) {
        let template = if seeds.is_some() { BOUNDED } else { OPEN };
        // The templates are constants of this file; a test reads all.
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.totals.set_style(style.progress_chars("=> "));
        }
        if let Some(seeds) = seeds {
            self.totals.set_length(seeds);
        }
        self.totals.set_position(judged_before);
        self.totals.reset_eta();
    }

    fn finish(&self, summary: &Summary) {
        // Nothing can be done about a terminal that is gone.
        drop(self.lines.clear());
        self.totals.finish_and_clear();
        note(&closing_words(summary));
    }

    /// What has happened, on the live lines.
    fn count(&mut self, event: &Event) {
        match event {
            Event::Judging { worker, compiler, flags, .. } => {
                for row in self.compilers.values_mut() {
                    row.now.remove(worker);
                }
                let flags = if flags.is_empty() { "no flags".to_owned() } else { flags.clone() };
                self.row(compiler).now.insert(*worker, flags);
            }
            Event::Judged { compiler, seeds, programs, executed, cpu_micros, .. } => {
                self.counts.programs += programs;
                self.counts.executed += executed;
                self.counts.judge_micros += cpu_micros;
                self.row(compiler).programs += programs;
                self.totals.inc(*seeds);
            }
            Event::Found { finding, compiler, summary, .. } => {
                self.counts.findings += 1;
                self.row(compiler).findings += 1;
                self.last_find = Some((Instant::now(), format!("{finding}, {summary}")));
            }
            Event::Examining { finding, work, .. } => {
                let what = match work {
                    Examination::Triage => format!("triage of {finding}"),
                    Examination::Reduction => format!("reduction of {finding}"),
                };
                self.works.insert(*finding, what);
            }
            Event::Reducing { finding, statements, asked } => {
                let size = number(*statements);
                let what = format!("reduction of {finding}: {size} statements, {asked} tried");
                self.works.insert(*finding, what);
            }
            Event::Examined { work, cpu_micros, .. } => match work {
                Examination::Triage => self.counts.triage_micros += cpu_micros,
                Examination::Reduction => self.counts.reduce_micros += cpu_micros,
            },
            Event::Triaged { finding, new_bug, .. } => {
                self.works.remove(finding);
                self.counts.bugs += u64::from(*new_bug);
                self.counts.known += u64::from(!*new_bug);
            }
            Event::SetApart { finding, .. } | Event::Reduced { finding, .. } => {
                self.works.remove(finding);
            }
            Event::Moved { new_bug, .. } => self.counts.bugs += u64::from(*new_bug),
            Event::Queue { untriaged, unreduced } => {
                self.counts.untriaged = *untriaged;
                self.counts.unreduced = *unreduced;
            }
            _ => {}
        }
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    // The templates are constants of this file; a test reads all.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// What stays of an event, for those who read later.
fn words(event: &Event) -> Option<String> {
    Some(match event {
        Event::Started { campaign, wing, compilers, jobs, .. } => {
            format!("campaign {campaign}: {wing} on {}, {jobs} at a time", compilers.join(", "))
        }
        Event::Skipped { seed, reason } => format!("seed {seed} skipped: {reason}"),
        Event::Found { finding, seed, maker, compiler, flags, verdict, summary } => {
            let by = format!("{verdict} by {compiler} {flags}");
            format!("finding {finding}: {by} (seed {seed}, {maker})\n  {summary}")
        }
        Event::Triaged { finding, bug, new_bug: true, title, .. } => {
            format!("finding {finding} is new bug {bug}: {title}")
        }
        Event::SetApart { finding, state, reason } => {
            format!("finding {finding} set apart as {state}: {reason}")
        }
        Event::Reduced { finding, before, after, compiles, cpu_seconds, cut_short } => {
            let (before, after) = (number(*before), number(*after));
            let end = match cut_short {
                Some(why) => format!("; cut short ({why}): `spektr hunt --resume` goes on"),
                None => String::new(),
            };
            format!(
                "finding {finding} reduced from {before} to {after} statements ({compiles} compiles, {cpu_seconds:.1} CPU s){end}"
            )
        }
        Event::Moved { finding, bug, new_bug, title } => {
            let new = if *new_bug { "new bug" } else { "bug" };
            format!("finding {finding} is {new} {bug} after all: {title}")
        }
        Event::Trouble { message } => format!("trouble: {message}"),
        Event::Failed { message, .. } => format!("failed: {message}"),
        Event::Stopping { reason } => {
            format!("stopping ({reason}): finishing the programs in flight; Ctrl-C stops at once")
        }
        // One more finding of a known bug is counted, not told.
        _ => return None,
    })
}

fn closing_words(summary: &Summary) -> String {
    let end = match &summary.ended_by {
        None => "every seed is judged".to_owned(),
        Some(reason) => format!("ended by {reason}; `spektr hunt --resume` goes on"),
    };
    let found = match (summary.findings, summary.new_bugs) {
        (0, _) => "no new findings".to_owned(),
        (findings, bugs) => format!(
            "{}, {}, {} of bugs that nobody has muted: `spektr findings` lists them",
            count(findings, "new finding"),
            count(bugs, "new bug"),
            number(summary.blamed)
        ),
    };
    let judging = summary.cpu_micros.saturating_sub(summary.examine_micros);
    format!(
        "campaign {}: {end}\n  {} programs, {} statements executed, {} compiles in {:.1} s ({} CPU, {} of it judging)\n  {found}\n",
        summary.campaign,
        number(summary.programs),
        number(summary.executed),
        number(summary.compiles),
        summary.wall_seconds,
        seconds(summary.cpu_micros),
        percent(judging, summary.cpu_micros),
    )
}

impl Listener for Screen {
    fn hear(&mut self, event: &Event) {
        if let Event::Started { first_seed, end_seed, judged_before, .. } = event {
            self.start(end_seed.map(|end| end.saturating_sub(*first_seed)), *judged_before);
        }
        self.count(event);
        if let Some(text) = words(event) {
            self.line(&text);
        }
        match event {
            Event::Finished(summary) => self.finish(summary),
            _ => self.refresh(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_well_formed() {
        for template in [OPEN, BOUNDED, PLAIN] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn closing_words_say_how_to_go_on() {
        let stopped = Summary { ended_by: Some("Ctrl-C".into()), ..Summary::default() };
        assert!(closing_words(&stopped).contains("spektr hunt --resume"));
        let found = Summary { findings: 2, new_bugs: 1, ..Summary::default() };
        assert!(closing_words(&found).contains("spektr findings"));
    }
}
