//! Writing a bundle without harm: a file is replaced or removed only if spektr wrote it and
//! nobody has changed it since. The directory keeps a manifest that says so. Symbolic links are
//! never followed, and every file appears whole or not at all.

use super::{Bundle, BundleFile};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What spektr wrote into a directory: names, each with the digests of what was written under
/// it. More than one only while a bundle is being replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    files: BTreeMap<String, BTreeSet<String>>,
}

impl Manifest {
    /// The file that holds it.
    pub const NAME: &str = ".spektr-bundle";

    /// What a file of that name says; lines that say nothing are passed over.
    pub fn read(text: &str) -> Manifest {
        let mut manifest = Manifest::default();
        for line in text.lines() {
            if let Some((digest, name)) = line.split_once(' ') {
                manifest.add(name, digest.to_owned());
            }
        }
        manifest
    }

    fn of(files: &[BundleFile]) -> Manifest {
        let mut manifest = Manifest::default();
        for file in files {
            manifest.add(&file.name, digest(&file.bytes));
        }
        manifest
    }

    fn add(&mut self, name: &str, digest: String) {
        self.files.entry(name.to_owned()).or_default().insert(digest);
    }

    fn joined(mut self, other: &Manifest) -> Manifest {
        for (name, digests) in &other.files {
            self.files.entry(name.clone()).or_default().extend(digests.iter().cloned());
        }
        self
    }

    fn wrote(&self, name: &str, digest: &str) -> bool {
        self.files.get(name).is_some_and(|digests| digests.contains(digest))
    }

    pub fn text(&self) -> String {
        let mut text = String::from("# Files that spektr wrote here, and may replace.\n");
        for (name, digests) in &self.files {
            text.extend(digests.iter().map(|digest| format!("{digest} {name}\n")));
        }
        text
    }
}

/// What has to be done to a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<'a> {
    pub write: Vec<&'a BundleFile>,
    /// Files of an earlier bundle that this one does not have: a diff of last week must not lie
    /// beside a report of today.
    pub remove: Vec<String>,
    /// What the manifest must say before anything is touched, so that an interrupted writer
    /// knows its own files again.
    pub before: Manifest,
    /// What it says in the end.
    pub after: Manifest,
}

/// A file that is in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub name: String,
    pub why: &'static str,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}; move it away, or choose another directory", self.name, self.why)
    }
}

impl std::error::Error for Conflict {}

/// What lies under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Present {
    /// A file with this digest.
    File(String),
    /// A directory, a link, a device.
    Other,
}

/// Decides what to do, given what lies in the directory under the names of the manifest and of
/// the new files.
pub fn plan<'a>(
    manifest: &Manifest,
    present: &BTreeMap<String, Present>,
    files: &'a [BundleFile],
) -> Result<Plan<'a>, Conflict> {
    let after = Manifest::of(files);
    let conflict = |name: &str, why| Err(Conflict { name: name.to_owned(), why });
    for (name, there) in present {
        match there {
            Present::Other => return conflict(name, "is there and is not a file"),
            // What is there already may stay, whoever wrote it.
            Present::File(digest) if after.wrote(name, digest) => {}
            Present::File(digest) if manifest.wrote(name, digest) => {}
            Present::File(_) if manifest.files.contains_key(name) => {
                return conflict(name, "was changed since spektr wrote it");
            }
            Present::File(_) => return conflict(name, "is there and was not written by spektr"),
        }
    }
    let is_stale = |name: &&String| !after.files.contains_key(*name);
    let remove = present.keys().filter(is_stale).cloned().collect();
    let before = manifest.clone().joined(&after);
    Ok(Plan { write: files.iter().collect(), remove, before, after })
}

/// Why a bundle was not written.
#[derive(Debug)]
pub enum WriteTrouble {
    Conflict(Conflict),
    Io(PathBuf, io::Error),
}

impl fmt::Display for WriteTrouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteTrouble::Conflict(conflict) => conflict.fmt(f),
            WriteTrouble::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for WriteTrouble {}

impl From<Conflict> for WriteTrouble {
    fn from(conflict: Conflict) -> WriteTrouble {
        WriteTrouble::Conflict(conflict)
    }
}

impl Bundle {
    /// Writes the bundle into a directory, which is made if need be. What spektr did not write
    /// there stays; if it is in the way, nothing is touched.
    pub fn write_to(&self, directory: &Path) -> Result<(), WriteTrouble> {
        let at = |path: &Path, error| WriteTrouble::Io(path.to_owned(), error);
        fs::create_dir_all(directory).map_err(|error| at(directory, error))?;
        let manifest = read_manifest(directory)?;
        let names = manifest.files.keys().map(String::as_str);
        let names: BTreeSet<&str> =
            names.chain(self.files.iter().map(|file| file.name.as_str())).collect();
        let present = look(directory, &names)?;
        let plan = plan(&manifest, &present, &self.files)?;
        let put = |name: &str, bytes: &[u8], executable| {
            put(directory, name, bytes, executable)
                .map_err(|error| at(&directory.join(name), error))
        };
        put(Manifest::NAME, plan.before.text().as_bytes(), false)?;
        for name in &plan.remove {
            let path = directory.join(name);
            fs::remove_file(&path).map_err(|error| at(&path, error))?;
            if let Some(parent) = path.parent().filter(|parent| *parent != directory) {
                // Fails if something else is in there, which is as it should be.
                let _ = fs::remove_dir(parent);
            }
        }
        for file in &plan.write {
            put(&file.name, &file.bytes, file.executable)?;
        }
        put(Manifest::NAME, plan.after.text().as_bytes(), false)
    }
}

/// Where a file is written before it gets its name.
const PART: &str = ".spektr-bundle.part";

fn put(directory: &Path, name: &str, bytes: &[u8], executable: bool) -> io::Result<()> {
    let (part, path) = (directory.join(PART), directory.join(name));
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    match fs::remove_file(&part) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = File::options().write(true).create_new(true).open(&part)?;
    file.write_all(bytes)?;
    #[cfg(unix)]
    if executable {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o755))?;
    }
    #[cfg(not(unix))]
    let _ = executable;
    fs::rename(part, path)
}

fn read_manifest(directory: &Path) -> Result<Manifest, WriteTrouble> {
    let path = directory.join(Manifest::NAME);
    match fs::symlink_metadata(&path) {
        Ok(meta) if meta.is_file() => {
            let bytes = fs::read(&path).map_err(|error| WriteTrouble::Io(path, error))?;
            Ok(Manifest::read(&String::from_utf8_lossy(&bytes)))
        }
        Ok(_) => {
            let (name, why) = (Manifest::NAME.to_owned(), "is there and is not a file");
            Err(Conflict { name, why }.into())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Manifest::default()),
        Err(error) => Err(WriteTrouble::Io(path, error)),
    }
}

/// What lies under these names.
fn look(
    directory: &Path,
    names: &BTreeSet<&str>,
) -> Result<BTreeMap<String, Present>, WriteTrouble> {
    let mut present = BTreeMap::new();
    for name in names {
        // A manifest may have been written by anybody.
        let stays_inside = name.split('/').count() <= 2
            && name.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
        if !stays_inside {
            continue;
        }
        let path = directory.join(name);
        if let Some((folder, _)) = name.split_once('/') {
            let meta = fs::symlink_metadata(directory.join(folder));
            if meta.is_ok_and(|meta| !meta.is_dir()) {
                present.insert(folder.to_owned(), Present::Other);
                continue;
            }
        }
        match fs::symlink_metadata(&path) {
            Ok(meta) if meta.is_file() => {
                let bytes = fs::read(&path).map_err(|error| WriteTrouble::Io(path, error))?;
                present.insert(name.to_string(), Present::File(digest(&bytes)));
            }
            Ok(_) => {
                present.insert(name.to_string(), Present::Other);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(WriteTrouble::Io(path, error)),
        }
    }
    Ok(present)
}

/// Tells files apart that nobody tries to make look alike: FNV-1a of 128 bits.
pub fn digest(bytes: &[u8]) -> String {
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in bytes {
        hash ^= u128::from(*byte);
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}
