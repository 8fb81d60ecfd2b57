//! Hunts from seed to bug, on a language of numbers before compilers whose bugs are chosen.
//! No process is started.

mod broken;
mod campaign;
mod chosen;
mod corpus;
mod examining;
mod known;
mod numbers;
mod older_store;
mod reduce;
