//! Words for people that several rooms share: how a run on the machine ended, sizes of
//! numbers, the time.

use spektr_wing::{End, Ending};
use std::time::{SystemTime, UNIX_EPOCH};

/// An ending in one line.
pub fn ending(ending: &Ending) -> String {
    match ending {
        Ending::Finished(End::Status(0)) => "finished".to_owned(),
        Ending::Finished(End::Status(status)) => format!("finished with status {status}"),
        Ending::Finished(End::Abort) => "finished by aborting".to_owned(),
        Ending::Undefined { rule, line, .. } => {
            format!("undefined behaviour at line {line}: {rule}")
        }
        Ending::Unspecified { rule, line, .. } => {
            format!("the language leaves the result open at line {line}: {rule}")
        }
        Ending::Unsupported { what, line, .. } => {
            format!("the machine does not know this, at line {line}: {what}")
        }
        Ending::OutOfFuel => "the program did not end within its fuel".to_owned(),
    }
}

/// Seconds since 1970; 0 on a clock that is set before that.
pub fn unix_seconds() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs() as i64)
}

/// A digest of text for keys in the store: stable over versions of Rust, unlike the
/// standard hashers.
pub fn digest(text: &str) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in text.bytes() {
        hash ^= u128::from(byte);
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}
