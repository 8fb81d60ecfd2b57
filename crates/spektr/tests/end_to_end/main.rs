//! The spektr command from end to end, with the miniature wing and its compiler of chosen
//! bugs. Real processes, real stores, real kills.

mod kill;
mod newest;
mod pipeline;
mod readme;
mod report;
mod report_file;
mod room;
mod rough_edges;
mod trouble;
mod users;
mod words;
