//! Pipes between spektr and a command: both ends, and what is kept of what comes out.

use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

pub(super) struct Pipe {
    pub read: OwnedFd,
    pub write: OwnedFd,
}

impl Pipe {
    pub fn new() -> io::Result<Pipe> {
        let mut ends = [0; 2];
        // SAFETY: the array outlives the call; on success both descriptors are ours.
        unsafe {
            if libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) != 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(Pipe { read: OwnedFd::from_raw_fd(ends[0]), write: OwnedFd::from_raw_fd(ends[1]) })
        }
    }
}

/// One standard stream, kept up to a length.
pub(super) struct Capture {
    source: Option<std::fs::File>,
    pub kept: Vec<u8>,
}

impl Capture {
    pub fn new(source: OwnedFd) -> Capture {
        Capture { source: Some(source.into()), kept: Vec::new() }
    }

    /// What to wait for; -1 once the stream is at its end.
    pub fn descriptor(&self) -> RawFd {
        self.source.as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }

    pub fn is_open(&self) -> bool {
        self.source.is_some()
    }

    /// Reads once what is there; true if that was more than may be kept.
    pub fn take(&mut self, most: u64) -> bool {
        let mut buffer = [0u8; 1 << 16];
        let Some(source) = &mut self.source else { return false };
        match source.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => false,
            Ok(0) | Err(_) => {
                self.source = None;
                false
            }
            Ok(count) => {
                let room = (most as usize).saturating_sub(self.kept.len());
                self.kept.extend_from_slice(&buffer[..count.min(room)]);
                count > room
            }
        }
    }
}

/// Waits until one of these is ready or `milliseconds` have passed; which are. Interrupted is
/// the same as nothing ready.
pub(super) fn wait<const N: usize>(
    descriptors: [(RawFd, libc::c_short); N],
    milliseconds: i32,
) -> io::Result<[bool; N]> {
    let mut watched = descriptors.map(|(fd, events)| libc::pollfd { fd, events, revents: 0 });
    // SAFETY: the array outlives the call.
    if unsafe { libc::poll(watched.as_mut_ptr(), N as libc::nfds_t, milliseconds) } < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
        return Ok([false; N]);
    }
    Ok(watched.map(|entry| entry.revents != 0))
}
