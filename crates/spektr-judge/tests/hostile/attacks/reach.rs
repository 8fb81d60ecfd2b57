//! What lies outside: the network, files and their attributes, devices.

use super::*;

// ---- network ----

pub(super) fn connect_tcp(aims: &Aims) -> bool {
    std::net::TcpStream::connect(("127.0.0.1", aims.port)).is_ok()
}

pub(super) fn connect_path(aims: &Aims) -> bool {
    std::os::unix::net::UnixStream::connect(&aims.socket).is_ok()
}

pub(super) fn connect_abstract(aims: &Aims) -> bool {
    use std::os::linux::net::SocketAddrExt;
    let name = format!("spektr-hostile-{}", aims.spektr);
    let address = std::os::unix::net::SocketAddr::from_abstract_name(name).unwrap();
    std::os::unix::net::UnixStream::connect_addr(&address).is_ok()
}

pub(super) fn netlink(_: &Aims) -> bool {
    unsafe { libc::socket(libc::AF_NETLINK, libc::SOCK_RAW, 0) >= 0 }
}

pub(super) fn ring(_: &Aims) -> bool {
    reached(unsafe { libc::syscall(libc::SYS_io_uring_setup, 1, 0) })
}

// ---- files ----

pub(super) fn write_file(aims: &Aims) -> bool {
    fs::write(&aims.file, "overwritten").is_ok()
        | OpenOptions::new().append(true).open(&aims.file).is_ok()
}

pub(super) fn truncate_by_name(aims: &Aims) -> bool {
    unsafe { libc::truncate(text(&aims.file).as_ptr(), 0) == 0 }
}

pub(super) fn truncate_by_reading(aims: &Aims) -> bool {
    unsafe { libc::open(text(&aims.file).as_ptr(), libc::O_RDONLY | libc::O_TRUNC) >= 0 }
}

pub(super) fn remove_file(aims: &Aims) -> bool {
    fs::remove_file(&aims.file).is_ok() | fs::remove_dir(&aims.directory).is_ok()
}

pub(super) fn rename_file(aims: &Aims) -> bool {
    fs::write("mine", "mine").unwrap();
    any([
        fs::rename("mine", &aims.file).is_ok(),
        fs::rename(&aims.file, "yours").is_ok(),
        fs::rename(&aims.directory, "yours").is_ok(),
    ])
}

pub(super) fn make_directory(aims: &Aims) -> bool {
    any([
        fs::create_dir(aims.directory.join("made")).is_ok(),
        File::create(aims.directory.join("created")).is_ok(),
        symlink("x", aims.directory.join("linked")).is_ok(),
        unsafe { libc::mkfifo(text(aims.directory.join("pipe")).as_ptr(), 0o600) == 0 },
    ])
}

pub(super) fn write_through_symlink(aims: &Aims) -> bool {
    symlink(&aims.file, "link").unwrap();
    symlink(&aims.directory, "folder").unwrap();
    fs::write("link", "overwritten").is_ok() | fs::write("folder/new", "new").is_ok()
}

pub(super) fn write_through_hard_link(aims: &Aims) -> bool {
    fs::hard_link(&aims.file, "link").is_ok() | fs::hard_link("/etc/passwd", "passwd").is_ok()
}

pub(super) fn write_to_shared_places(aims: &Aims) -> bool {
    let shared = aims.shared.as_path();
    any([shared, Path::new("/dev/shm"), Path::new("/var/tmp")].map(|place| {
        let file = place.join(format!("spektr-hostile-{}-new", aims.spektr));
        let made = fs::write(&file, "new").is_ok();
        let _ = fs::remove_file(file);
        made
    }))
}

pub(super) fn write_to_sibling(aims: &Aims) -> bool {
    fs::write(aims.sibling.join("new"), "new").is_ok()
        | fs::write(aims.sibling.join("source"), "overwritten").is_ok()
}

pub(super) fn write_through_proc(aims: &Aims) -> bool {
    let path = aims.file.display();
    let parent = unsafe { libc::getppid() };
    any([
        fs::write(format!("/proc/self/root{path}"), "x").is_ok(),
        fs::write(format!("/proc/{parent}/root{path}"), "x").is_ok(),
        fs::write(format!("/proc/{}/root{path}", aims.process), "x").is_ok(),
        fs::write(format!("/proc/{}/cwd/new", aims.process), "x").is_ok(),
        fs::write(format!("/proc/{}/root{path}", aims.spektr), "x").is_ok(),
    ])
}

pub(super) fn write_to_scratch_root(_: &Aims) -> bool {
    std::env::set_current_dir("..").unwrap();
    fs::write("new", "new").is_ok()
        | fs::write("lock", "").is_ok()
        | fs::remove_file("lock").is_ok()
}

pub(super) fn write_to_pipe(aims: &Aims) -> bool {
    let pipe = aims.file.with_file_name("pipe");
    let flags = libc::O_NONBLOCK;
    OpenOptions::new().write(true).custom_flags(flags).open(pipe).is_ok()
}

// ---- attributes ----

pub(super) fn change_mode(aims: &Aims) -> bool {
    unsafe {
        let (file, directory) = (text(&aims.file), text(&aims.directory));
        any([
            libc::chmod(file.as_ptr(), 0o777) == 0,
            libc::fchmodat(libc::AT_FDCWD, directory.as_ptr(), 0o777, 0) == 0,
        ])
    }
}

pub(super) fn change_mode_of_descriptor(aims: &Aims) -> bool {
    let file = File::open(&aims.file).unwrap();
    unsafe { libc::fchmod(file.as_raw_fd(), 0o777) == 0 }
}

pub(super) fn change_mode_through_symlink(aims: &Aims) -> bool {
    symlink(&aims.file, "link").unwrap();
    symlink(&aims.directory, "folder").unwrap();
    unsafe {
        any([
            libc::chmod(c"link".as_ptr(), 0o777) == 0,
            libc::chmod(c"folder/.".as_ptr(), 0o777) == 0,
            libc::chmod(c"folder/../.".as_ptr(), 0o777) == 0,
        ])
    }
}

pub(super) fn change_mode_with_flags(aims: &Aims) -> bool {
    const FCHMODAT2: c_long = 452;
    let file = File::open(&aims.file).unwrap();
    let path = text(&aims.file);
    unsafe {
        let by_name = libc::syscall(FCHMODAT2, libc::AT_FDCWD, path.as_ptr(), 0o777, 0);
        let empty = libc::AT_EMPTY_PATH;
        let by_file = libc::syscall(FCHMODAT2, file.as_raw_fd(), c"".as_ptr(), 0o777, empty);
        by_name == 0 || by_file == 0
    }
}

pub(super) fn change_times(aims: &Aims) -> bool {
    let file = File::open(&aims.file).unwrap();
    let path = text(&aims.file);
    let long_ago = [libc::timespec { tv_sec: 1, tv_nsec: 0 }; 2];
    let long_ago_too = [libc::timeval { tv_sec: 1, tv_usec: 0 }; 2];
    unsafe {
        any([
            libc::utimensat(libc::AT_FDCWD, path.as_ptr(), long_ago.as_ptr(), 0) == 0,
            libc::futimens(file.as_raw_fd(), long_ago.as_ptr()) == 0,
            libc::utimes(path.as_ptr(), long_ago_too.as_ptr()) == 0,
            libc::syscall(libc::SYS_utimes, path.as_ptr(), long_ago_too.as_ptr()) == 0,
        ])
    }
}

pub(super) fn change_owner(aims: &Aims) -> bool {
    unsafe { libc::chown(text(&aims.file).as_ptr(), libc::getuid(), libc::getgid()) == 0 }
}

pub(super) fn change_attributes(aims: &Aims) -> bool {
    let value = b"x";
    unsafe {
        let (path, name) = (text(&aims.file), c"user.hostile");
        libc::setxattr(path.as_ptr(), name.as_ptr(), value.as_ptr().cast(), 1, 0) == 0
    }
}

pub(super) fn change_inode_flags(aims: &Aims) -> bool {
    const GET: u64 = 0x8008_6601;
    const SET: u64 = 0x4008_6602;
    const NODUMP: c_long = 0x40;
    let file = File::open(&aims.file).unwrap();
    unsafe {
        let mut flags: c_long = 0;
        libc::ioctl(file.as_raw_fd(), GET as _, &raw mut flags) == 0 && {
            flags ^= NODUMP;
            libc::ioctl(file.as_raw_fd(), SET as _, &raw const flags) == 0
        }
    }
}

// ---- devices ----

pub(super) fn write_terminal(aims: &Aims) -> bool {
    OpenOptions::new()
        .write(true)
        .custom_flags(libc::O_NOCTTY | libc::O_NONBLOCK)
        .open(&aims.terminal)
        .is_ok_and(|mut terminal| terminal.write_all(b"hostile\n").is_ok())
}

pub(super) fn read_terminal(aims: &Aims) -> bool {
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NOCTTY | libc::O_NONBLOCK)
        .open(&aims.terminal)
        .is_ok()
}

pub(super) fn open_devices(_: &Aims) -> bool {
    const HARMLESS: [&str; 10] =
        ["null", "zero", "full", "random", "urandom", "fd", "stdin", "stdout", "stderr", "core"];
    let names = fs::read_dir("/dev").map(|it| it.flatten().map(|it| it.file_name()).collect());
    let mut names: Vec<std::ffi::OsString> = names.unwrap_or_default();
    names.extend(["kmsg", "mem", "loop0", "vda", "sda", "tty", "ptmx", "fuse"].map(Into::into));
    any(names.into_iter().filter(|name| !HARMLESS.iter().any(|it| name == it)).map(|name| {
        let path = Path::new("/dev").join(name);
        // Opening some devices has effects; a look at the kind comes first.
        let is_directory = fs::metadata(&path).is_ok_and(|it| it.is_dir());
        let flags = libc::O_NOCTTY | libc::O_NONBLOCK;
        !is_directory && OpenOptions::new().write(true).custom_flags(flags).open(path).is_ok()
    }))
}

pub(super) fn make_device(_: &Aims) -> bool {
    unsafe {
        let null = libc::makedev(1, 3);
        any([
            libc::mknod(c"character".as_ptr(), libc::S_IFCHR | 0o666, null) == 0,
            libc::mknod(c"block".as_ptr(), libc::S_IFBLK | 0o666, libc::makedev(7, 0)) == 0,
        ])
    }
}
