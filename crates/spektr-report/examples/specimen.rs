//! Writes the page and a bundle of an invented store, to look at:
//! `cargo run -p spektr-report --example specimen -- DIRECTORY`

#[path = "../tests/reports/specimen/mod.rs"]
mod specimen;

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let directory = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "specimen".into()));
    let store = specimen::store();
    for bug in &store.bugs {
        spektr_report::Bundle::of(bug)
            .write_to(&directory.join(format!("bug-{}", bug.number)))
            .map_err(std::io::Error::other)?;
    }
    let page = directory.join("report.html");
    std::fs::write(&page, spektr_report::page(&store))?;
    println!("{}", page.display());
    Ok(())
}
