//! What people read: the input, both results and where they part.

use super::Counterexample;
use super::judge::Pair;
use crate::machine::{Given, Shown, Start, show};
use crate::syntax::Body;

/// A counterexample in words.
pub fn counterexample(
    pair: &Pair<'_, '_>,
    start: &Start,
    before: &Shown<'_>,
    difference: String,
    parting: String,
) -> Counterexample {
    let function = pair.before.module.global(pair.before_entry).function();
    let body = function.and_then(|function| function.body.as_ref());
    let mut input = Vec::new();
    for (at, given) in start.arguments.iter().enumerate() {
        let name = body.map_or(String::new(), |body| parameter(body, at));
        input.push(format!("{name} = {}", shown(given, start)));
    }
    for object in start.objects.iter().take(8) {
        let bytes: Vec<String> =
            object.bytes.iter().take(32).map(|it| format!("{it:02x}")).collect();
        let more = if object.bytes.len() > 32 { " …" } else { "" };
        let name = &object.name;
        input.push(format!(
            "{name}: {} bytes at {:#x}: {}{more}",
            object.bytes.len(),
            object.address,
            bytes.join(" ")
        ));
    }
    for (name, bytes) in start.globals.iter().take(8) {
        let bytes: Vec<String> = bytes.iter().take(16).map(|it| format!("{it:02x}")).collect();
        input.push(format!("@{name}: {}", bytes.join(" ")));
    }
    let before = match &before.outcome {
        Ok(Some(value)) => format!("returns {}", show(value)),
        Ok(None) => "returns".to_string(),
        Err(stop) => stop.to_string(),
    };
    Counterexample { input, before, difference, parting }
}

fn parameter(body: &Body, at: usize) -> String {
    match body.values.get(at).and_then(|value| value.name.as_ref()) {
        Some(name) => format!("%{name}"),
        None => format!("%{at}"),
    }
}

fn shown(given: &Given, start: &Start) -> String {
    match given {
        Given::Value(value) => show(value),
        Given::Pointer { object, offset } => {
            let name = &start.objects[*object].name;
            if *offset == 0 { name.to_string() } else { format!("{name} {offset:+}") }
        }
        Given::List(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| shown(part, start)).collect();
            format!("<{}>", parts.join(", "))
        }
    }
}
