//! Where ticks go: round numbers for values, round spans for time.

use crate::words::short;

/// Round values from 0 up to at least `most`, about `wanted` of them.
pub fn value_ticks(most: f64, wanted: usize) -> Vec<f64> {
    let most = if most.is_finite() && most > 0.0 { most } else { 1.0 };
    let rough = most / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| step * wanted as f64 >= most * 0.999)
        .unwrap_or(10.0 * power);
    let count = (most / step - 1e-9).ceil().max(1.0) as usize;
    (0..=count).map(|index| index as f64 * step).collect()
}

/// The same for things that come only whole.
pub fn whole_ticks(most: u64, wanted: usize) -> Vec<f64> {
    let ticks = value_ticks(most.max(1) as f64, wanted);
    if ticks.iter().all(|tick| tick.fract() == 0.0) {
        return ticks;
    }
    (0..=most.max(1)).map(|tick| tick as f64).collect()
}

const MINUTE: u64 = 60;
const HOUR: u64 = 3_600;
const DAY: u64 = 86_400;

const STEPS: [u64; 22] = [
    1,
    2,
    5,
    10,
    20,
    30,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    20 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    7 * DAY,
    14 * DAY,
    28 * DAY,
];

/// Moments of a span of time with their labels, at most `wanted` + 1 of them.
pub fn time_ticks(seconds: u64, wanted: u64) -> Vec<(u64, String)> {
    let wanted = wanted.max(1);
    let step = STEPS
        .into_iter()
        .find(|step| seconds / step <= wanted)
        .unwrap_or_else(|| (seconds / wanted / DAY + 1) * DAY);
    (0..=seconds / step).map(|index| (index * step, elapsed(index * step, step))).collect()
}

/// A tick's time since the start, in the unit of its step.
fn elapsed(seconds: u64, step: u64) -> String {
    let trimmed = |value: f64, unit: &str| format!("{} {unit}", short(value));
    match step {
        _ if seconds == 0 => "0".to_owned(),
        ..MINUTE if seconds < MINUTE => format!("{seconds} s"),
        ..HOUR if seconds < HOUR => trimmed(seconds as f64 / 60.0, "min"),
        ..HOUR if seconds.is_multiple_of(HOUR) => format!("{} h", seconds / HOUR),
        ..HOUR => format!("{}:{:02} h", seconds / HOUR, seconds % HOUR / 60),
        HOUR..DAY => format!("{} h", seconds / HOUR),
        _ => format!("{} d", seconds / DAY),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_ticks_are_round_and_reach_the_top() {
        assert_eq!(value_ticks(47.0, 5), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!(value_ticks(0.9, 3), [0.0, 0.5, 1.0]);
        assert_eq!(value_ticks(0.0, 4), [0.0, 0.25, 0.5, 0.75, 1.0]);
        for most in [0.001, 0.3, 1.0, 7.7, 99.0, 1e9] {
            let ticks = value_ticks(most, 4);
            assert!(*ticks.last().expect("ticks") >= most * 0.999, "{most}: {ticks:?}");
            assert!(ticks.len() <= 7, "{most}: {ticks:?}");
        }
    }

    #[test]
    fn counts_have_no_fractions() {
        assert_eq!(whole_ticks(0, 4), [0.0, 1.0]);
        assert_eq!(whole_ticks(3, 4), [0.0, 1.0, 2.0, 3.0]);
        assert!(whole_ticks(9, 4).iter().all(|tick| tick.fract() == 0.0));
    }

    #[test]
    fn time_ticks_use_the_units_people_do() {
        let labels = |seconds, wanted| -> Vec<String> {
            time_ticks(seconds, wanted).into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(45, 5), ["0", "10 s", "20 s", "30 s", "40 s"]);
        assert_eq!(labels(3 * HOUR, 6), ["0", "30 min", "1 h", "1:30 h", "2 h", "2:30 h", "3 h"]);
        assert_eq!(labels(10 * DAY, 6), ["0", "2 d", "4 d", "6 d", "8 d", "10 d"]);
        assert!(labels(4_000 * DAY, 6).len() <= 7);
        assert_eq!(labels(0, 5), ["0"]);
    }
}
