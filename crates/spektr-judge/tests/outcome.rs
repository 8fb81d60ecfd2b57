//! How the ends of a real family's tool are read.

use spektr_judge::families;
use spektr_judge::outcome::{Outcome, Stage};
use spektr_judge::sandbox::{End, Limit, Ran};
use std::time::Duration;

fn ran(end: End, limit: Option<Limit>, stderr: &str) -> Ran {
    Ran {
        end,
        stdout: b"1\n".to_vec(),
        stderr: stderr.as_bytes().to_vec(),
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        peak_memory: 0,
        limit,
        left_behind: false,
        reached: Vec::new(),
    }
}

fn tool(end: End, limit: Option<Limit>, stderr: &str) -> Option<Outcome> {
    Outcome::of_tool(&ran(end, limit, stderr), families::ALL[0])
}

#[test]
fn ends_of_tools() {
    let killed = End::Signalled(libc::SIGKILL);
    let failed = End::Exited(1);
    let stopped = |limit| Some(Outcome::Stopped { stage: Stage::Compile, limit });
    assert_eq!(tool(End::Exited(0), None, "warning: x"), None);
    assert!(matches!(tool(failed, None, "error: no"), Some(Outcome::Rejected { .. })));
    assert!(matches!(tool(End::Signalled(11), None, ""), Some(Outcome::Crashed { .. })));
    assert_eq!(tool(killed, Some(Limit::Cpu), ""), stopped(Limit::Cpu));
    assert_eq!(tool(killed, Some(Limit::Output), ""), stopped(Limit::Output));
    assert_eq!(tool(killed, Some(Limit::Memory), ""), stopped(Limit::Memory));
    for signal in [libc::SIGKILL, libc::SIGTERM] {
        let disturbed = tool(End::Signalled(signal), None, "error: half a sen");
        assert!(matches!(disturbed, Some(Outcome::Hindered { .. })), "{disturbed:?}");
    }
    let abort = End::Signalled(libc::SIGABRT);
    let hungry = "memory allocation of 99 bytes failed";
    assert_eq!(tool(abort, None, hungry), stopped(Limit::Memory));
    let fault = tool(abort, None, "LLVM ERROR: x");
    assert!(matches!(fault, Some(Outcome::InternalError { .. })), "{fault:?}");
    let linker = tool(failed, None, "collect2: error: ld returned 1 exit status");
    assert!(matches!(linker, Some(Outcome::Hindered { .. })), "{linker:?}");
}
