//! More than is allowed: processes, memory, disk.

use super::*;

// ---- too many processes ----

/// Far more than the test allows, few enough for any machine.
const MANY: usize = 300;

pub(super) fn fork_bomb(_: &Aims) -> bool {
    let children = (0..MANY).take_while(|_| unsafe {
        match libc::fork() {
            0 => stay(),
            pid => pid > 0,
        }
    });
    children.count() == MANY
}

pub(super) fn thread_bomb(_: &Aims) -> bool {
    extern "C" fn idle(_: *mut c_void) -> *mut c_void {
        loop {
            unsafe { libc::pause() };
        }
    }
    unsafe {
        let mut small: libc::pthread_attr_t = std::mem::zeroed();
        libc::pthread_attr_init(&raw mut small);
        libc::pthread_attr_setstacksize(&raw mut small, 64 << 10);
        let threads = (0..MANY).take_while(|_| {
            let (mut thread, none) = (0, std::ptr::null_mut());
            libc::pthread_create(&raw mut thread, &raw const small, idle, none) == 0
        });
        threads.count() == MANY
    }
}

// ---- memory: about twice of what the test allows ----

const PIECE: usize = 8 << 20;
const PIECES: usize = 12;

/// Maps a piece and touches every page; none if it cannot be had.
pub(super) unsafe fn touch(flags: c_int, descriptor: c_int, offset: usize) -> Option<*mut c_void> {
    unsafe {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let offset = offset as libc::off_t;
        let piece = libc::mmap(std::ptr::null_mut(), PIECE, access, flags, descriptor, offset);
        if piece == libc::MAP_FAILED {
            return None;
        }
        for page in (0..PIECE).step_by(4096) {
            piece.cast::<u8>().add(page).write_volatile(1);
        }
        Some(piece)
    }
}

pub(super) fn touch_memory(_: &Aims) -> bool {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    (0..PIECES).all(|_| unsafe { touch(flags, -1, 0).is_some() })
}

pub(super) fn touch_memory_in_many(_: &Aims) -> bool {
    for _ in 0..3 {
        if unsafe { libc::fork() } == 0 {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let _ = (0..PIECES / 3).all(|_| unsafe { touch(flags, -1, 0).is_some() });
            stay();
        }
    }
    true
}

/// Fills memory through a descriptor and lets go of the pages, which stay.
pub(super) fn fill(descriptor: c_int) -> bool {
    descriptor >= 0
        && unsafe { libc::ftruncate(descriptor, PIECE as libc::off_t) == 0 }
        && unsafe {
            touch(libc::MAP_SHARED, descriptor, 0)
                .is_some_and(|piece| libc::munmap(piece, PIECE) == 0)
        }
}

pub(super) fn memory_file(_: &Aims) -> bool {
    (0..PIECES).all(|_| fill(unsafe { libc::memfd_create(c"hidden".as_ptr(), 0) }))
}

pub(super) fn shared_memory(_: &Aims) -> bool {
    let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
    (0..PIECES).all(|_| unsafe {
        touch(flags, -1, 0)
            .is_some_and(|piece| libc::madvise(piece, PIECE, libc::MADV_DONTNEED) == 0)
    })
}

pub(super) fn shared_zeros(_: &Aims) -> bool {
    let Ok(zero) = OpenOptions::new().read(true).write(true).open("/dev/zero") else {
        return false;
    };
    (0..PIECES).all(|_| unsafe {
        touch(libc::MAP_SHARED, zero.as_raw_fd(), 0)
            .is_some_and(|piece| libc::madvise(piece, PIECE, libc::MADV_DONTNEED) == 0)
    })
}

pub(super) fn shared_files(_: &Aims) -> bool {
    (0..PIECES).all(|k| {
        let path = format!("/dev/shm/spektr-hostile-{}-{k}", std::process::id());
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
        let _ = fs::remove_file(path);
        file.is_ok_and(|file| {
            let filled = fill(file.as_raw_fd());
            std::mem::forget(file);
            filled
        })
    })
}

// ---- disk: about four times of what the test allows, in files that are not too large ----

const FILE: usize = 1 << 20;
const FILES: usize = 16;

pub(super) fn filled(name: &str) -> Option<File> {
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(name).ok()?;
    file.write_all(&vec![1; FILE]).ok()?;
    Some(file)
}

pub(super) fn unlinked_files(_: &Aims) -> bool {
    (0..FILES).all(|k| {
        let file = filled(&format!("f{k}"));
        let _ = fs::remove_file(format!("f{k}"));
        file.map(std::mem::forget).is_some()
    })
}

pub(super) fn mapped_unlinked_files(_: &Aims) -> bool {
    (0..FILES).all(|k| {
        let Some(file) = filled(&format!("f{k}")) else { return false };
        fs::remove_file(format!("f{k}")).unwrap();
        // One page holds the whole file.
        let (read, shared) = (libc::PROT_READ, libc::MAP_SHARED);
        let at = std::ptr::null_mut();
        unsafe { libc::mmap(at, 4096, read, shared, file.as_raw_fd(), 0) != libc::MAP_FAILED }
    })
}

pub(super) fn files_in_flight(_: &Aims) -> bool {
    let mut pair = [0; 2];
    unsafe { libc::socketpair(libc::AF_UNIX, libc::SOCK_STREAM, 0, pair.as_mut_ptr()) };
    (0..FILES).all(|k| {
        let Some(file) = filled(&format!("f{k}")) else { return false };
        fs::remove_file(format!("f{k}")).unwrap();
        send(pair[0], file.as_raw_fd())
    })
}

pub(super) fn send(socket: c_int, descriptor: c_int) -> bool {
    #[repr(align(8))]
    struct Control([u8; 32]);
    let mut control = Control([0; 32]);
    let mut byte = 0u8;
    let mut part = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = libc::CMSG_SPACE(4) as usize;
        let header = libc::CMSG_FIRSTHDR(&raw const message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(4) as usize;
        libc::CMSG_DATA(header).cast::<c_int>().write_unaligned(descriptor);
        libc::sendmsg(socket, &raw const message, 0) == 1
    }
}

/// Goes down into new directories, far beyond what a path can name.
pub(super) fn deep_files(_: &Aims) -> bool {
    const NAME: &str = "a-directory-in-a-directory-in-a-directory";
    for _ in 0..150 {
        fs::create_dir(NAME).unwrap();
        std::env::set_current_dir(NAME).unwrap();
    }
    (0..FILES).all(|k| filled(&format!("f{k}")).is_some())
}

pub(super) fn hidden_directories(_: &Aims) -> bool {
    fs::create_dir_all("hidden/inner").unwrap();
    let done = (0..FILES).all(|k| filled(&format!("hidden/inner/f{k}")).is_some());
    for name in ["hidden/inner", "hidden"] {
        let _ = fs::set_permissions(name, fs::Permissions::from_mode(0o000));
    }
    done
}

pub(super) fn many_files(_: &Aims) -> bool {
    fs::create_dir("many").unwrap();
    (0..2048).all(|k| File::create(format!("many/{k} \n\u{1b}[2J \u{202e}")).is_ok())
}

pub(super) fn files_beyond_their_end(_: &Aims) -> bool {
    let file = File::create("f").unwrap();
    let size = (FILE * FILES) as libc::off_t;
    unsafe { libc::fallocate(file.as_raw_fd(), libc::FALLOC_FL_KEEP_SIZE, 0, size) == 0 }
}

/// Becomes a program that may be executed but not read: the kernel then shows nobody what it has
/// open.
pub(super) fn unlinked_files_of_the_undumpable(_: &Aims) -> bool {
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) };
    for k in 0..FILES {
        let Some(file) = filled(&format!("f{k}")) else { return false };
        let _ = fs::remove_file(format!("f{k}"));
        unsafe { libc::dup(file.as_raw_fd()) };
    }
    println!("{HOLDING}");
    if fs::copy("/bin/sleep", "copy").is_ok() {
        let _ = fs::set_permissions("copy", fs::Permissions::from_mode(0o111));
        let argv = [c"copy".as_ptr(), c"20".as_ptr(), std::ptr::null()];
        unsafe { libc::execve(c"copy".as_ptr(), argv.as_ptr(), argv[2..].as_ptr()) };
    }
    true
}

/// In a place where all may write.
pub(super) fn files_elsewhere(aims: &Aims) -> bool {
    std::env::set_current_dir(&aims.shared).is_ok()
        && (0..FILES).all(|k| filled(&format!("f{k}")).is_some())
}

pub(super) fn sparse_file(_: &Aims) -> bool {
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    let file = File::create("f").unwrap();
    unsafe { libc::ftruncate(file.as_raw_fd(), 1 << 40) == 0 }
}
