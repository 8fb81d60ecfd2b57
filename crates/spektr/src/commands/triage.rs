//! `spektr triage`: one finding or file, looked at closely.

use super::subject::{Chosen, Wanted, triage_file};
use crate::Wings;
use crate::cli::SubjectArgs;
use crate::exit::{Exit, Failure};
use crate::words::say;
use spektr_hunt::examine::{Triaged, triage_closely};
use spektr_hunt::store::FindingState;
use spektr_hunt::triage::Triage;
use spektr_judge::{Configuration, Spent};

pub fn run(args: &SubjectArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    match Chosen::open(&Wanted::by(args, true), wings)? {
        Chosen::Finding { store, finding, room, .. } => {
            match triage_closely(&store, &room.judge, &finding, &mut Spent::default())? {
                Triaged::Joined { bug, triage, .. } => {
                    say(&describe(&triage, args.json));
                    if !args.json {
                        say(&format!("bug           {bug}\n"));
                    }
                    Ok(Exit::Done)
                }
                Triaged::SetApart { state: FindingState::OurFault, reason } => {
                    Err(Failure::new(Exit::OurFault, reason))
                }
                Triaged::SetApart { reason, .. } => Err(Failure::new(Exit::NoBug, reason)),
            }
        }
        Chosen::File { subject, room } => {
            let triage = triage_file(&subject, &room)?;
            say(&describe(&triage, args.json));
            Ok(Exit::Done)
        }
    }
}

fn describe(triage: &Triage, json: bool) -> String {
    if json {
        // A triage is strings, numbers and lists: it always has a JSON form.
        return serde_json::to_string(triage).unwrap_or_default() + "\n";
    }
    in_words(triage)
}

/// Everything that triage knows, a line each.
pub fn in_words(triage: &Triage) -> String {
    let mut text = format!(
        "{}\nverdict       {}\ncompiler      {}\nsmallest set  {}\n",
        triage.title(),
        triage.class,
        triage.configuration.compiler,
        triage.configuration.typed()
    );
    if let Some(guilt) = &triage.guilt {
        let cure = Configuration::new("", guilt.cure.clone()).typed();
        let pass = match guilt.names_a_pass() {
            true if guilt.on.is_empty() => format!("{} ({})", guilt.pass, guilt.layer),
            true => format!("{} ({}), on {}", guilt.pass, guilt.layer, guilt.on),
            false => guilt.to_string(),
        };
        text.push_str(&format!("guilty pass   {pass}\nright with    {cure}\n"));
        for flag in &guilt.narrower {
            text.push_str(&format!("and with      {flag}\n"));
        }
        for pass in &guilt.needs {
            text.push_str(&format!("needs too     {pass}\n"));
        }
    }
    if let Some(difference) = &triage.difference {
        let found = difference.found.as_deref().unwrap_or("nothing");
        text.push_str(&format!(
            "differs       {} in {}: wanted {}, found {found}\n",
            difference.variable, difference.function, difference.wanted
        ));
    }
    for other in &triage.elsewhere {
        let affected = match other.affected {
            Some(true) => "shows it too",
            Some(false) => "does not show it",
            None => "cannot be compared: it does not take these flags",
        };
        text.push_str(&format!("{:<13} {affected}\n", other.compiler));
    }
    text
}
