//! A person's own command that is told of a new bug. It is theirs, so it runs as they do and
//! not in the sandbox: it may well want the network, which nothing else here gets.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A command that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// Between two looks whether it has ended.
const LOOK: Duration = Duration::from_millis(20);

/// Calls a command, as a shell reads it, with the path of a bundle as its last argument and the
/// bug's title in `SPEKTR_TITLE`. Says what went wrong, if anything did.
pub fn call(command: &str, bundle: &Path, title: &str) -> Result<(), String> {
    let trouble = |what: String| format!("the command `{command}` {what}");
    let mut child = Command::new("sh")
        .args(["-c", &format!("{command} \"$1\""), "spektr"])
        .arg(bundle)
        .env("SPEKTR_TITLE", title)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .map_err(|error| trouble(format!("cannot be started: {error}")))?;
    let begun = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(trouble(format!("failed: {status}"))),
            Ok(None) if begun.elapsed() > PATIENCE => {
                // It may have ended this very moment; then there is nothing to kill.
                drop(child.kill());
                drop(child.wait());
                let seconds = PATIENCE.as_secs();
                return Err(trouble(format!("did not end within {seconds} s and was killed")));
            }
            Ok(None) => std::thread::sleep(LOOK),
            Err(error) => return Err(trouble(format!("cannot be waited for: {error}"))),
        }
    }
}
