//! The judge on the miniature wing: every verdict provoked, every triage tried.

mod court;
mod setup;
mod triage;
mod verdicts;
