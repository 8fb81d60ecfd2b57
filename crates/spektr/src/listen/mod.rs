//! Listeners of a hunt: each hears typed events and turns them into words or lines.

mod json;
mod screen;

pub use json::JsonLines;
pub use screen::Screen;

use spektr_hunt::Event;

pub trait Listener {
    fn hear(&mut self, event: &Event);
}
