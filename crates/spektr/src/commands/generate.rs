//! `spektr gen`: one program to standard output, or figures about many.

use super::{policy, wing};
use crate::Wings;
use crate::cli::{Form, GenArgs};
use crate::exit::{Exit, Failure};
use crate::words::{complain, number, percent, say};
use spektr_hunt::supply::Supply as _;
use spektr_hunt::words::ending;
use spektr_wing::{Made, Maker, Order, Purpose, Survey, SurveyWish, Wing};
use std::fmt::Write as _;
use std::path::Path;

pub fn run(args: &GenArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    let wing = wing(wings, Some(&args.wing))?;
    if args.print_policy {
        let none = || Failure::new(Exit::Usage, format!("`{}` has no policies", wing.name()));
        say(&wing.policy(&args.style).ok_or_else(none)?);
        return Ok(Exit::Done);
    }
    let mut policy = policy(wing, args.policy.as_deref())?;
    let mut seed = args.seed;
    if let Some(recipe) = &args.recipe {
        let (given, text) = wing.of_recipe(&args.style, recipe)?;
        (seed, policy) = (given, Some(text));
    }
    if let Some(keep) = &args.keep {
        let section = policy.as_deref().unwrap_or("[relax]\n");
        policy = Some(section.replacen("[relax]\n", &format!("[relax]\nkeep = \"{keep}\"\n"), 1));
    }
    super::maker(wing, &args.style)?;
    if args.stats {
        return stats(args, wing, policy.as_deref());
    }
    if !args.corpus.is_empty() {
        return of_corpus(args, wing, policy);
    }
    let (maker, policy) = (args.style.as_str(), policy.as_deref());
    let order = Order { maker, seed, policy, size: args.size, parents: &[] };
    let made = wing.make(&order)?;
    if let Some(recipe) = wing.recipe(&order) {
        complain(&format!("{maker} {recipe}: {}", ending(&made.execution.ending)));
    }
    match &args.output {
        Some(directory) => files(wing, &made, args.form, directory)?,
        None => say(&text(wing, &made, args.form)),
    }
    Ok(Exit::Done)
}

/// Writes the program to files of a directory.
fn files(wing: &dyn Wing, made: &Made, form: Form, directory: &Path) -> Result<(), Failure> {
    let none = || {
        let words = format!("programs of `{}` have no form in several files", wing.name());
        Failure::new(Exit::Usage, words)
    };
    if !matches!(form, Form::Files) {
        return Err(Failure::new(Exit::Usage, "-o goes with `--form files`"));
    }
    let files = made.program.split().ok_or_else(none)?;
    let failed = |path: &Path, error: std::io::Error| {
        Failure::new(Exit::Usage, format!("{}: {error}", path.display()))
    };
    std::fs::create_dir_all(directory).map_err(|error| failed(directory, error))?;
    for file in files {
        let path = directory.join(&file.name);
        std::fs::write(&path, &file.text).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}

/// The program of a seed out of what lies in directories.
fn of_corpus(args: &GenArgs, wing: &dyn Wing, policy: Option<String>) -> Result<Exit, Failure> {
    let named = |maker: &&Maker| args.style.is_empty() || maker.name == args.style;
    let Some(maker) = wing.makers().iter().find(named).filter(|maker| maker.wants_parents) else {
        let message = format!("`{}` makes no programs out of others", wing.name());
        return Err(Failure::new(Exit::Usage, message));
    };
    let corpus = super::corpus::of_directories(wing, maker.name, policy, args.size, &args.corpus)?;
    let supplied = corpus.supply(args.seed).map_err(|why| Failure::new(Exit::Usage, why))?;
    say(&supplied.case.program.text());
    Ok(Exit::Done)
}

fn text(wing: &dyn Wing, made: &Made, form: Form) -> String {
    let purpose = match form {
        Form::Text => return made.program.text(),
        Form::Judge => Purpose::Judge,
        Form::Pretty | Form::Files => Purpose::Standalone,
    };
    let programs = [made.program.as_ref()];
    let experiment = wing.experiment(&programs, purpose, &Default::default());
    experiment.files.into_iter().map(|file| file.text).collect()
}

fn stats(args: &GenArgs, wing: &dyn Wing, policy: Option<&str>) -> Result<Exit, Failure> {
    let seeds = match &args.seeds {
        None => args.seed..args.seed.saturating_add(1),
        Some(range) => {
            let open = || Failure::new(Exit::Usage, "figures need a last seed: write 0..500");
            range.first..range.end.ok_or_else(open)?
        }
    };
    let wish = SurveyWish { maker: &args.style, seeds, policy, size: args.size };
    let survey = wing.survey(&wish)?;
    match args.json {
        true => say(&json(&survey)),
        false => say(&words(&survey)),
    }
    Ok(Exit::Done)
}

fn json(survey: &Survey) -> String {
    // Plain numbers and texts always have a JSON form.
    let text = serde_json::to_string(survey).expect("figures are plain data");
    format!("{text}\n")
}

fn words(survey: &Survey) -> String {
    let mut text = format!("programs  {}\n\n", number(survey.programs));
    figures(survey, &mut text);
    constructs(survey, &mut text);
    choices(survey, &mut text);
    let one = survey.programs == 1;
    let _ = writeln!(text, "\n{}", if one { "policy as drawn" } else { "policy" });
    for section in compact(&survey.policy) {
        let _ = writeln!(text, "  {section}");
    }
    let missed = survey.missed();
    if survey.programs > 1 && !missed.is_empty() {
        let _ = writeln!(text, "\ntoo rare: {}", missed.join(", "));
    }
    text
}

fn figures(survey: &Survey, text: &mut String) {
    let _ = writeln!(text, "{:<46} {:>14} {:>12}", "", "all", "per program");
    for total in &survey.totals {
        let each = total.sum.checked_div(survey.programs).unwrap_or(0);
        let _ = writeln!(text, "{:<46} {:>14} {:>12}", total.name, number(total.sum), number(each));
    }
    let _ = writeln!(text, "\n{:<46} {:>14} {:>12}", "", "share", "wanted");
    for share in &survey.shares {
        let mark = if share.is_met() { "" } else { "  too low" };
        let goal = share.goal.map_or_else(String::new, |goal| percent(goal, 1000));
        let found = percent(share.part, share.whole);
        let _ = writeln!(text, "{:<46} {found:>14} {goal:>12}{mark}", share.name);
    }
}

fn constructs(survey: &Survey, text: &mut String) {
    let mut group = "";
    for row in &survey.constructs {
        if row.group != group {
            group = &row.group;
            let head = format!("{group}, in programs");
            let _ = writeln!(text, "\n{head:<46} {:>14} {:>12}", "written", "executed");
        }
        let (written, executed) =
            (percent(row.written, survey.programs), percent(row.executed, survey.programs));
        let mark = if survey.is_met(row) || survey.programs == 1 { "" } else { "  too rare" };
        let _ = writeln!(text, "  {:<44} {written:>14} {executed:>12}{mark}", row.name);
    }
}

fn choices(survey: &Survey, text: &mut String) {
    let mut kind = "";
    for row in &survey.choices {
        if row.kind != kind {
            kind = &row.kind;
            let head = format!("{kind} switched on, in programs");
            let _ = writeln!(text, "\n{head:<46} {:>14} {:>12}", "on", "used");
        }
        let on = percent(row.programs, survey.programs);
        let times = row.times.map_or_else(String::new, number);
        let _ = writeln!(text, "{}", format!("  {:<44} {on:>14} {times:>12}", row.name).trim_end());
    }
}

/// A policy file with each section on a line of its own and no remarks.
fn compact(policy: &str) -> Vec<String> {
    let mut sections: Vec<String> = Vec::new();
    for line in policy.lines().map(str::trim) {
        if line.starts_with('[') {
            sections.push(line.to_owned());
        } else if let (Some((key, value)), Some(section)) = (entry(line), sections.last_mut()) {
            let _ = write!(section, " {key}={value}");
        }
    }
    sections
}

fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=').filter(|_| !line.starts_with('#'))?;
    Some((key.trim(), value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_fits_on_a_line_per_section() {
        let policy = "# How large.\n[size]\n# The least.\nmin = 2\nmax = 3\n\n[flow]\nx = 1\n";
        assert_eq!(compact(policy), ["[size] min=2 max=3", "[flow] x=1"]);
    }
}
