//! `spektr serve`: the store in a browser. Here are only its words and what it is allowed.

use super::wing;
use crate::Wings;
use crate::cli::ServeArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::words::{complain, say};
use spektr_hunt::Stop;
use spektr_hunt::gather::Gatherer;
use spektr_hunt::store::Store;
use spektr_report::BugFacts;
use spektr_serve::{Dashboard, new_token, serve};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

pub fn run(args: &ServeArgs, wings: Wings<'_>) -> Result<Exit, Failure> {
    if !args.listen.ip().is_loopback() && !args.beyond_this_host {
        let message = format!(
            "{} can be reached from other hosts: say --beyond-this-host if that is meant",
            args.listen
        );
        return Err(Failure::new(Exit::Usage, message));
    }
    let unusable = |error: std::io::Error| {
        Failure::new(Exit::Usage, format!("cannot serve on {}: {error}", args.listen))
    };
    let token = match &args.token_file {
        Some(file) => super::read(file)?.trim().to_owned(),
        None => new_token().map_err(unusable)?,
    };
    if token.len() < SHORTEST || !token.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        let message = format!("a token is at least {SHORTEST} letters and digits");
        return Err(Failure::new(Exit::Usage, message));
    }
    let store = Store::open_existing(&args.store.place())?;
    let stop = interrupt::listen()?;
    let (orders, ordered) = channel::<Sender<Vec<BugFacts>>>();
    let dashboard = Dashboard {
        store,
        bugs: Box::new(move || {
            let (answer, facts) = channel();
            // Nobody answers once the end has come.
            drop(orders.send(answer));
            facts.recv().unwrap_or_default()
        }),
        token: token.clone(),
    };
    std::thread::scope(|scope| {
        let asked = &stop;
        scope.spawn(move || gather(args, wings, asked, &ordered));
        let served = serve(dashboard, args.listen, &|| stop.asked(), &|address| {
            say(&format!("http://{address}/?token={token}\n"));
        });
        stop.ask();
        served.map_err(unusable)
    })?;
    Ok(Exit::Done)
}

/// Answers with the facts about all bugs, on a connection of its own, until the end.
fn gather(
    args: &ServeArgs,
    wings: Wings<'_>,
    stop: &Stop,
    ordered: &Receiver<Sender<Vec<BugFacts>>>,
) {
    let store = Store::open_existing(&args.store.place());
    while !stop.asked() {
        let Ok(answer) = ordered.recv_timeout(NAP) else { continue };
        let facts = match &store {
            Ok(store) => facts(store, wings),
            Err(_) => Vec::new(),
        };
        // Whoever asked may have gone.
        drop(answer.send(facts));
    }
}

/// What the store knows about its bugs. Nothing is tried out here: who looks at a page does not
/// want to start compilers. One bug that cannot be read does not take the others with it.
fn facts(store: &Store, wings: Wings<'_>) -> Vec<BugFacts> {
    let mut all = Vec::new();
    for bug in store.bugs().unwrap_or_default() {
        let Ok(wing) = wing(wings, Some(&bug.wing)) else { continue };
        match (Gatherer { store, wing, judge: None }).bug(&bug) {
            Ok(facts) => all.push(facts),
            Err(trouble) => complain(&format!("bug {} is left out: {trouble}", bug.id)),
        }
    }
    all
}

/// How long the end may wait.
const NAP: Duration = Duration::from_millis(100);

/// A shorter token can be guessed.
const SHORTEST: usize = 16;
