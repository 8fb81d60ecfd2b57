//! The judge on the miniature wing: every verdict provoked, every triage tried.

mod court;
mod triage;
mod verdicts;
