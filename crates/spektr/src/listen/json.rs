//! Events as JSON lines on standard output, for machines.

use super::Listener;
use crate::words::say;
use spektr_hunt::Event;

pub struct JsonLines;

impl Listener for JsonLines {
    fn hear(&mut self, event: &Event) {
        // Events are numbers, strings and lists: they always have a JSON form.
        if let Ok(line) = serde_json::to_string(event) {
            say(&format!("{line}\n"));
        }
    }
}
