//! Plots as SVG text: time plots with axes, labels and tooltips, and bars. Colours and type
//! come from the page's style sheet by class; numbers come ready from whoever plots.

mod bar;
mod growth;
mod interval;
mod labels;
mod scale;
mod time_plot;

pub use bar::{bar, stack};
pub use growth::{Growth, growth};
pub use interval::intervals;
pub use time_plot::{Hover, Marker, Shape, TimePlot};
