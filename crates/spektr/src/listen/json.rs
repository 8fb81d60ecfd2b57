//! Events as JSON lines on standard output, for machines.

use super::Listener;
use crate::words::say;
use spektr_hunt::{Event, Stamped};
use std::time::{SystemTime, UNIX_EPOCH};

pub struct JsonLines;

impl Listener for JsonLines {
    fn hear(&mut self, event: &Event) {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |age| age.as_secs_f64());
        // Events are numbers, strings and lists: they always have a JSON form.
        if let Ok(line) = serde_json::to_string(&Stamped { at, event }) {
            say(&format!("{line}\n"));
        }
    }
}
