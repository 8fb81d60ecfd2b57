//! Listeners of a hunt: each hears typed events and turns them into words or lines.

mod json;
mod progress;

pub use json::JsonLines;
pub use progress::Progress;

use spektr_hunt::Event;

pub trait Listener {
    fn hear(&mut self, event: &Event);
}
