//! Starting a person's own command so that it can be watched: it waits, stopped, until somebody
//! does. Untrusted commands are not started here but in the judge's sandbox, which makes them
//! wait in the same way.

use libc::pid_t;
use std::ffi::{CString, OsString};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;

/// Where the output of a command goes, if not where ours goes.
#[derive(Default)]
pub struct Output {
    pub stdout: Option<File>,
    pub stderr: Option<File>,
}

/// Starts a command that stops before it executes its program.
pub fn stopped(command: &[OsString], output: &Output) -> io::Result<pid_t> {
    let words: Result<Vec<CString>, _> =
        command.iter().map(|word| CString::new(word.as_bytes())).collect();
    let words = words.map_err(io::Error::other)?;
    let mut pointers: Vec<*const libc::c_char> = words.iter().map(|word| word.as_ptr()).collect();
    pointers.push(std::ptr::null());
    if words.is_empty() {
        return Err(io::Error::other("the command is empty"));
    }
    let streams = [(&output.stdout, 1), (&output.stderr, 2)];
    let streams = streams.map(|(file, number)| (file.as_ref().map(AsRawFd::as_raw_fd), number));
    // SAFETY: between fork and exec the child makes system calls only, on data made before.
    unsafe {
        let pid = libc::fork();
        if pid != 0 {
            return if pid < 0 { Err(io::Error::last_os_error()) } else { Ok(pid) };
        }
        for (file, number) in streams {
            if let Some(file) = file {
                libc::dup2(file, number);
            }
        }
        libc::raise(libc::SIGSTOP);
        libc::execvp(pointers[0], pointers.as_ptr());
        libc::_exit(127)
    }
}
