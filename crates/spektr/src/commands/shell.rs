//! `spektr completions` and `spektr man`: what shells and manuals know, from the one definition
//! of the command line.

use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::exit::{Exit, Failure};
use crate::words::{count, say, say_bytes};
use clap::CommandFactory;

pub fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "spektr", &mut script);
    say_bytes(&script);
    Ok(Exit::Done)
}

/// A page for the command and one for each of its subcommands.
pub fn manual(args: &ManArgs) -> Result<Exit, Failure> {
    let place = args.output.display();
    let unwritable = |error: std::io::Error| {
        Failure::new(Exit::Usage, format!("cannot write manual pages into {place}: {error}"))
    };
    std::fs::create_dir_all(&args.output).map_err(unwritable)?;
    let command = Cli::command();
    let mut pages = vec![("spektr".to_owned(), command.clone())];
    for sub in command.get_subcommands() {
        pages.push((format!("spektr-{}", sub.get_name()), sub.clone()));
    }
    for (name, command) in &pages {
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).title(name).render(&mut page).map_err(unwritable)?;
        std::fs::write(args.output.join(format!("{name}.1")), page).map_err(unwritable)?;
    }
    say(&format!("{} in {place}\n", count(pages.len() as u64, "page")));
    Ok(Exit::Done)
}
