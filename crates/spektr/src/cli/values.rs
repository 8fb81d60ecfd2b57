//! How values on the command line are written: times, threads, ranges of seeds.

use std::time::Duration;

/// Programs beyond this take hours to compile.
pub const LARGEST: i64 = 1_000_000;

/// A century, in seconds.
const LONGEST: f64 = 100.0 * 366.0 * 24.0 * 3600.0;

/// A time that is not negative and not beyond all reason.
fn duration(seconds: f64) -> Result<Duration, String> {
    match (0.0..=LONGEST).contains(&seconds) {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err("write a time of at most a century".to_owned()),
    }
}

pub fn parse_minutes(text: &str) -> Result<Duration, String> {
    let minutes: f64 = text.parse().map_err(|_| "write minutes, such as 10 or 0.5".to_owned())?;
    duration(minutes * 60.0)
}

/// `90s`, `15m`, `8h`, `2d`; a number alone is seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [('s', 1.0), ('m', 60.0), ('h', 3600.0), ('d', 86_400.0)];
    let (number, unit) = units
        .iter()
        .find_map(|(letter, seconds)| Some((text.strip_suffix(*letter)?, *seconds)))
        .unwrap_or((text, 1.0));
    let number: f64 = number.parse().map_err(|_| "write a time such as 90s or 8h".to_owned())?;
    duration(number * unit)
}

/// More threads than this help nobody.
const MOST_JOBS: usize = 1024;

pub fn parse_jobs(text: &str) -> Result<usize, String> {
    let jobs = text.parse().ok().filter(|jobs| (1..=MOST_JOBS).contains(jobs));
    jobs.ok_or_else(|| format!("write a number from 1 to {MOST_JOBS}"))
}

/// `A..B`, `A..` or `..B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedRange {
    pub first: u64,
    pub end: Option<u64>,
}

pub fn parse_seeds(text: &str) -> Result<SeedRange, String> {
    let (first, end) = text.split_once("..").ok_or("write a range such as 0..1000 or 500..")?;
    let number = |text: &str| -> Result<u64, String> {
        let value: u64 = text.parse().map_err(|_| format!("`{text}` is not a seed"))?;
        // The store counts in signed 64-bit numbers.
        if value > i64::MAX as u64 {
            return Err(format!("seeds of a hunt go up to {}", i64::MAX));
        }
        Ok(value)
    };
    let first = if first.is_empty() { 0 } else { number(first)? };
    let end = if end.is_empty() { None } else { Some(number(end)?) };
    if end.is_some_and(|end| end <= first) {
        return Err(format!("`{text}` holds no seed: the end is not included"));
    }
    Ok(SeedRange { first, end })
}
