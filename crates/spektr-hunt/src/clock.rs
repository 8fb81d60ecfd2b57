//! CPU time of threads and processes, for the account of where time goes.

/// CPU microseconds the calling thread has used so far.
pub fn thread_cpu_micros() -> u64 {
    micros_of(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// CPU microseconds all threads of this process have used so far.
pub fn process_cpu_micros() -> u64 {
    micros_of(libc::CLOCK_PROCESS_CPUTIME_ID)
}

fn micros_of(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is valid for writing, and the clock exists on every system spektr runs on.
    let status = unsafe { libc::clock_gettime(clock, &raw mut time) };
    if status != 0 {
        return 0;
    }
    time.tv_sec as u64 * 1_000_000 + time.tv_nsec as u64 / 1_000
}

/// Runs `work` and adds the CPU time it took on this thread to `account`.
pub fn charged<T>(account: &mut u64, work: impl FnOnce() -> T) -> T {
    let before = thread_cpu_micros();
    let value = work();
    *account += thread_cpu_micros() - before;
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_charged() {
        let mut account = 0;
        let mut sum = 0u64;
        while account == 0 {
            sum = charged(&mut account, || (0..100_000u64).fold(sum, |sum, n| sum ^ n.pow(2)));
        }
        assert!(account > 0);
    }
}
