//! The spektr command from end to end, with the miniature wing and its compiler of chosen
//! bugs. Real processes, real stores, real kills.

mod kill;
mod pipeline;
mod readme;
mod report;
mod room;
mod trouble;
mod words;
