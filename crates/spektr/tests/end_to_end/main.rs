//! The spektr command from end to end, with the miniature wing and its compiler of chosen
//! bugs. Real processes, real stores, real kills.

mod c_files;
mod chromium;
mod dashboard;
mod kill;
mod layouts;
mod manifest;
mod many;
mod newest;
mod optimizer;
mod pipeline;
mod readme;
mod report;
mod report_file;
mod room;
mod rough_edges;
mod scope;
mod shared;
mod slurm;
mod trouble;
mod users;
mod words;
