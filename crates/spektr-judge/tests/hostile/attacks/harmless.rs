//! What compilers do, and must be able to.

use super::*;

/// Whether all of it works.
pub(super) fn harmless() -> bool {
    fs::write("file", "text").unwrap();
    fs::create_dir_all("a/b").unwrap();
    fs::hard_link("file", "a/b/hard").unwrap();
    symlink("file", "a/link").unwrap();
    let checks = [
        ("mode", fs::set_permissions("file", fs::Permissions::from_mode(0o750)).is_ok()),
        ("mode seen", fs::metadata("file").unwrap().permissions().mode() & 0o777 == 0o750),
        ("mode of an open file", unsafe {
            libc::fchmod(File::open("file").unwrap().as_raw_fd(), 0o700) == 0
        }),
        ("times", unsafe {
            let times = [libc::timespec { tv_sec: 1000, tv_nsec: 0 }; 2];
            libc::utimensat(libc::AT_FDCWD, c"file".as_ptr(), times.as_ptr(), 0) == 0
        }),
        (
            "times seen",
            fs::metadata("file")
                .unwrap()
                .modified()
                .is_ok_and(|it| it == std::time::UNIX_EPOCH + std::time::Duration::from_secs(1000)),
        ),
        ("times of an open file", unsafe {
            let file = OpenOptions::new().write(true).open("file").unwrap();
            libc::futimens(file.as_raw_fd(), std::ptr::null()) == 0
        }),
        ("pipe", unsafe { libc::mkfifo(c"pipe".as_ptr(), 0o600) == 0 }),
        ("rename", fs::rename("a/b/hard", "renamed").is_ok()),
        ("devices", fs::write("/dev/null", "x").is_ok() && fs::File::open("/dev/urandom").is_ok()),
        ("threads", std::thread::spawn(|| 1).join().is_ok()),
        (
            "processes",
            std::process::Command::new("/bin/true").status().is_ok_and(|it| it.success()),
        ),
        ("own signals", own_signals()),
        ("mapped output", mapped_output()),
        ("sockets of its own", std::os::unix::net::UnixStream::pair().is_ok()),
        ("memory", unsafe { touch(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0).is_some() }),
    ];
    for (name, works) in checks {
        if !works {
            eprintln!("{name} does not work: {}", std::io::Error::last_os_error());
        }
    }
    checks.iter().all(|(_, works)| *works)
}

pub(super) fn own_signals() -> bool {
    unsafe {
        let child = libc::fork();
        if child == 0 {
            loop {
                libc::pause();
            }
        }
        let mut status = 0;
        let killed = libc::kill(child, libc::SIGTERM) == 0
            && libc::waitpid(child, &raw mut status, 0) == child
            && libc::WIFSIGNALED(status);
        libc::signal(libc::SIGUSR1, libc::SIG_IGN);
        killed && libc::raise(libc::SIGUSR1) == 0 && libc::kill(0, libc::SIGUSR1) == 0
    }
}

pub(super) fn mapped_output() -> bool {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open("mapped");
    let Ok(file) = file else { return false };
    unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        libc::ftruncate(file.as_raw_fd(), 4096) == 0
            && libc::mmap(std::ptr::null_mut(), 4096, access, libc::MAP_SHARED, file.as_raw_fd(), 0)
                != libc::MAP_FAILED
    }
}
