//! Blocks that were found once are not looked for again: a file for each build, with the
//! distances between blocks, most of them one byte. What cannot be read is found anew.

use crate::leaders::Leaders;
use std::fs;
use std::path::{Path, PathBuf};

/// Changes whenever blocks are found differently.
const VERSION: &[u8] = b"spektr-blocks 1\n";

fn place(directory: &Path, build: &str) -> PathBuf {
    directory.join(format!("{build}.blocks"))
}

pub fn load(directory: &Path, build: &str) -> Option<Leaders> {
    let bytes = fs::read(place(directory, build)).ok()?;
    decode(bytes.strip_prefix(VERSION)?)
}

/// A cache that cannot be written costs time and nothing else.
pub fn save(directory: &Path, build: &str, leaders: &Leaders) {
    let path = place(directory, build);
    let unfinished = path.with_extension(format!("{}.new", std::process::id()));
    let written = fs::create_dir_all(directory)
        .and_then(|()| fs::write(&unfinished, [VERSION, &encode(leaders)].concat()))
        .and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        drop(fs::remove_file(unfinished));
    }
}

fn encode(leaders: &Leaders) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(leaders.offsets.len() + leaders.offsets.len() / 4 + 16);
    for number in [leaders.functions, leaders.distrusted, leaders.offsets.len() as u32] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let mut last = 0;
    for offset in &leaders.offsets {
        let mut distance = offset - last;
        last = *offset;
        while distance >= 0x80 {
            bytes.push(distance as u8 | 0x80);
            distance >>= 7;
        }
        bytes.push(distance as u8);
    }
    bytes
}

fn decode(bytes: &[u8]) -> Option<Leaders> {
    let (head, body) = bytes.split_at_checked(12)?;
    let number = |k: usize| Some(u32::from_le_bytes(head[k..k + 4].try_into().ok()?));
    let (functions, distrusted, count) = (number(0)?, number(4)?, number(8)? as usize);
    let mut offsets = Vec::with_capacity(count.min(body.len()));
    let (mut last, mut distance, mut shift) = (0u32, 0u32, 0u32);
    for byte in body {
        distance |= u32::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte & 0x80 == 0 {
            last = last.checked_add(distance)?;
            offsets.push(last);
            (distance, shift) = (0, 0);
        }
    }
    (offsets.len() == count && shift == 0).then_some(Leaders { offsets, functions, distrusted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back_and_what_is_damaged_does_not() {
        let offsets = vec![0, 1, 128, 129, 70_000, 70_001, u32::MAX];
        let leaders = Leaders { offsets, functions: 3, distrusted: 1 };
        let bytes = encode(&leaders);
        assert_eq!(decode(&bytes), Some(leaders));
        for cut in 0..bytes.len() {
            assert_eq!(decode(&bytes[..cut]), None, "{cut}");
        }
        assert_eq!(decode(&[bytes, vec![1]].concat()), None);
    }
}
