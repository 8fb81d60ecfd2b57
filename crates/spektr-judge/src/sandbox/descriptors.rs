//! Descriptors sent between processes over a socket: a command hands one to its supervisor.
//! Runs in forked children, so nothing here allocates.

use super::confine::{check, errno};
use libc::c_int;

/// Two connected sockets.
pub(super) fn pair() -> Result<(c_int, c_int), c_int> {
    let mut ends = [0; 2];
    // SAFETY: the array outlives the call.
    unsafe {
        let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
        check(libc::socketpair(libc::AF_UNIX, kind, 0, ends.as_mut_ptr()).into())?;
    }
    Ok((ends[0], ends[1]))
}

/// Room for one descriptor, aligned as the kernel wants it.
#[repr(align(8))]
struct Control([u8; 32]);

/// Makes a message of one byte and one descriptor and hands it to `f`.
fn with_message<T>(f: impl FnOnce(&mut libc::msghdr) -> T) -> T {
    let mut control = Control([0; 32]);
    let mut byte = 0u8;
    let mut part = libc::iovec { iov_base: (&raw mut byte).cast(), iov_len: 1 };
    // SAFETY: all-zero is a valid `msghdr`; `CMSG_SPACE` only computes.
    unsafe {
        let mut message: libc::msghdr = std::mem::zeroed();
        message.msg_iov = &raw mut part;
        message.msg_iovlen = 1;
        message.msg_control = control.0.as_mut_ptr().cast();
        message.msg_controllen = libc::CMSG_SPACE(size_of::<c_int>() as u32) as usize;
        f(&mut message)
    }
}

pub(super) fn send(socket: c_int, descriptor: c_int) -> Result<(), c_int> {
    // SAFETY: the message has room for exactly one descriptor.
    let sent = with_message(|message| unsafe {
        let header = libc::CMSG_FIRSTHDR(message);
        (*header).cmsg_level = libc::SOL_SOCKET;
        (*header).cmsg_type = libc::SCM_RIGHTS;
        (*header).cmsg_len = libc::CMSG_LEN(size_of::<c_int>() as u32) as usize;
        libc::CMSG_DATA(header).cast::<c_int>().write_unaligned(descriptor);
        libc::sendmsg(socket, message, libc::MSG_NOSIGNAL)
    });
    if sent < 0 { Err(errno()) } else { Ok(()) }
}

/// The descriptor that the other side sends; none if it ends without.
pub(super) fn receive(socket: c_int) -> Option<c_int> {
    // SAFETY: the message refers to buffers that outlive the call.
    with_message(|message| unsafe {
        let got = libc::recvmsg(socket, message, libc::MSG_CMSG_CLOEXEC);
        let header = libc::CMSG_FIRSTHDR(message);
        let arrived = got > 0 && !header.is_null();
        arrived.then(|| libc::CMSG_DATA(header).cast::<c_int>().read_unaligned())
    })
}
