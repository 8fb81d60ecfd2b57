//! Hunts from seed to bug, on a language of numbers before compilers whose bugs are chosen.
//! No process is started.

mod campaign;
mod chosen;
mod numbers;
mod reduce;
