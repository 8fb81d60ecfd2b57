//! The judge on the miniature wings: every shape of experiment, every verdict provoked, every
//! triage tried.

mod batches;
mod bench;
mod corpus;
mod health;
mod optimizer;
mod settling;
mod setup;
mod shapes;
mod triage;
mod verdicts;
