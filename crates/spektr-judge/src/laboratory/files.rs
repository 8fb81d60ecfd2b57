//! Files of experiments: written before, read after. What a tool leaves behind may be anything,
//! a link to somewhere else or a pipe that nobody writes to; only plain files are looked at.

use spektr_wing::{OutputFile, SourceFile};
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// No file that is evidence comes near this.
const LARGEST: u64 = 256 << 20;

pub(super) fn put(directory: &Path, files: &[SourceFile]) -> io::Result<()> {
    for file in files {
        std::fs::write(directory.join(&file.name), &file.text)?;
    }
    Ok(())
}

/// These files, or why one of them cannot be looked at.
pub(super) fn read_all(directory: &Path, names: &[String]) -> Result<Vec<OutputFile>, String> {
    let one = |name: &String| {
        let bytes = read(&directory.join(name)).map_err(|why| format!("{name}: {why}"))?;
        Ok(OutputFile { name: name.clone(), bytes })
    };
    names.iter().map(one).collect()
}

/// The bytes of a plain file.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    // Without these, a link leads elsewhere and opening a pipe waits for ever.
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    let file: File = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
    let data = file.metadata()?;
    if !data.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    if data.len() > LARGEST {
        return Err(io::Error::other("it is too large to be looked at"));
    }
    let mut bytes = Vec::with_capacity(data.len() as usize);
    file.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A file, or the files of a directory in the order of their names, if there are any.
pub(super) fn left_behind(directory: &Path, name: &str) -> Vec<OutputFile> {
    let place = directory.join(name);
    let is_directory = place.symlink_metadata().is_ok_and(|data| data.is_dir());
    let paths = if is_directory { inside(&place) } else { vec![place] };
    let file = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some(OutputFile { name, bytes: read(&path).ok()? })
    };
    paths.into_iter().filter_map(file).collect()
}

/// What is in a directory, by name.
pub(super) fn inside(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn only_plain_files_are_read() {
        let base = std::env::temp_dir().join(format!("spektr-files-{}", std::process::id()));
        std::fs::create_dir_all(base.join("dumps")).unwrap();
        std::fs::write(base.join("plain"), "x").unwrap();
        std::fs::write(base.join("dumps/b"), "b").unwrap();
        std::fs::write(base.join("dumps/a"), "a").unwrap();
        symlink("/etc/passwd", base.join("link")).unwrap();
        symlink("/etc", base.join("elsewhere")).unwrap();
        let pipe = std::ffi::CString::new(base.join("pipe").to_string_lossy().as_ref()).unwrap();
        // SAFETY: the name outlives the call.
        assert_eq!(unsafe { libc::mkfifo(pipe.as_ptr(), 0o600) }, 0);
        let names = |of: &[&str]| of.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let files = read_all(&base, &names(&["plain"])).unwrap();
        assert_eq!(files[0].bytes, b"x");
        for odd in ["link", "pipe", "dumps", "missing"] {
            let why = read_all(&base, &names(&["plain", odd])).unwrap_err();
            assert!(why.starts_with(odd), "{why}");
            assert!(odd == "dumps" || left_behind(&base, odd).is_empty(), "{odd}");
        }
        let dumps: Vec<String> =
            left_behind(&base, "dumps").into_iter().map(|file| file.name).collect();
        assert_eq!(dumps, ["a", "b"]);
        assert!(left_behind(&base, "elsewhere").is_empty());
        std::fs::remove_dir_all(base).unwrap();
    }
}
