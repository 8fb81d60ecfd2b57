//! An executable or library that is watched: its blocks, and a copy of its code with a
//! breakpoint on every block that nothing has reached yet.
//!
//! The copy is mapped over the tool's own code. It is one file for all processes, so a block
//! that is reached is cleared for every process at once, planting costs nothing when a process
//! starts, and a page without a hit is never copied.

use crate::cache;
use crate::elf::{Elf, Symbol, fnv};
use crate::leaders::{self, BREAKPOINT, Leaders};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// One build of a file, analysed.
#[derive(Debug)]
pub struct Module {
    /// The name of its file.
    pub name: String,
    pub build: String,
    pub leaders: Leaders,
    /// The byte that a breakpoint replaces, of each block.
    originals: Vec<u8>,
    path: PathBuf,
}

impl Module {
    pub fn blocks(&self) -> usize {
        self.leaders.offsets.len()
    }

    /// The block that begins at a place of the file.
    pub fn block_at(&self, offset: u64) -> Option<usize> {
        self.leaders.offsets.binary_search(&u32::try_from(offset).ok()?).ok()
    }

    /// A number for a block that is the same in every run and on every machine.
    pub fn feature(&self, block: usize) -> u64 {
        (fnv(self.build.as_bytes()) << 32) | u64::from(self.leaders.offsets[block])
    }

    /// The functions that have names.
    pub fn symbols(&self) -> io::Result<Vec<Symbol>> {
        Ok(Elf::read(&fs::read(&self.path)?)?.symbols())
    }
}

/// Modules that were analysed, shared by all scopes of a process and kept from one to the next.
#[derive(Debug, Default)]
pub struct Library {
    cache: Option<PathBuf>,
    modules: Mutex<BTreeMap<String, Arc<Module>>>,
}

impl Library {
    /// What is found is kept in `cache`, if there is one.
    pub fn new(cache: Option<PathBuf>) -> Library {
        Library { cache, modules: Mutex::default() }
    }

    /// The module of a file with this content.
    pub fn module(&self, name: &str, path: &Path, bytes: &[u8]) -> io::Result<Arc<Module>> {
        let elf = Elf::read(bytes)?;
        let build = elf.build_id();
        // Under the lock: who needs the same module would wait anyway.
        let mut modules = self.modules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = modules.get(&build) {
            return Ok(known.clone());
        }
        let kept = self.cache.as_ref().and_then(|place| cache::load(place, &build));
        let leaders = match kept {
            Some(leaders) => leaders,
            None => {
                let found = leaders::find(&elf)?;
                if let Some(place) = &self.cache {
                    cache::save(place, &build, &found);
                }
                found
            }
        };
        let original = |offset: &u32| bytes.get(*offset as usize).copied();
        let originals: Option<Vec<u8>> = leaders.offsets.iter().map(original).collect();
        let originals = originals.ok_or_else(|| io::Error::other("blocks beyond the file"))?;
        let (name, path) = (name.to_owned(), path.to_owned());
        let module = Arc::new(Module { name, build: build.clone(), leaders, originals, path });
        modules.insert(build, module.clone());
        Ok(module)
    }
}

/// A module with breakpoints, and what was reached of it.
#[derive(Debug)]
pub struct Planted {
    pub module: Arc<Module>,
    /// The copy.
    pub path: PathBuf,
    file: File,
    reached: Vec<AtomicU64>,
}

impl Planted {
    /// Writes a copy of the code to `path`, with breakpoints but for the blocks that were
    /// reached `before`, given by their places in the file.
    pub fn write(
        module: Arc<Module>,
        bytes: &[u8],
        path: PathBuf,
        before: &[u32],
    ) -> io::Result<Planted> {
        let mut file = OpenOptions::new();
        let file = file.read(true).write(true).create_new(true).open(&path)?;
        // The tool may run as another user.
        file.set_permissions(Permissions::from_mode(0o644))?;
        file.set_len(bytes.len() as u64)?;
        for segment in Elf::read(bytes)?.code() {
            let range = segment.offset as usize..(segment.offset + segment.size) as usize;
            let mut code = bytes.get(range.clone()).unwrap_or_default().to_vec();
            let from = module.leaders.offsets.partition_point(|it| (*it as usize) < range.start);
            let to = module.leaders.offsets.partition_point(|it| (*it as usize) < range.end);
            for offset in &module.leaders.offsets[from..to] {
                if before.binary_search(offset).is_err() {
                    code[*offset as usize - range.start] = BREAKPOINT;
                }
            }
            // What the loader maps are whole pages: of a page that is partly code, all of it.
            file.write_all_at(&code, segment.offset)?;
            fill_page(&file, bytes, range.start & !PAGE, range.start)?;
            fill_page(&file, bytes, range.end, (range.end + PAGE) & !PAGE)?;
        }
        let words = module.blocks().div_ceil(64);
        let reached: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
        for block in before.iter().filter_map(|it| module.block_at(u64::from(*it))) {
            reached[block / 64].fetch_or(1 << (block % 64), Ordering::Relaxed);
        }
        Ok(Planted { module, path, file, reached })
    }

    /// Takes note that a block was reached and takes its breakpoint away. True if it is the
    /// first time.
    pub fn reach(&self, block: usize) -> io::Result<bool> {
        let bit = 1 << (block % 64);
        let before = self.reached[block / 64].fetch_or(bit, Ordering::Relaxed);
        let is_first = before & bit == 0;
        if is_first {
            let offset = u64::from(self.module.leaders.offsets[block]);
            self.file.write_all_at(&[self.original(block)], offset)?;
        }
        Ok(is_first)
    }

    /// The byte that belongs where a block begins.
    pub fn original(&self, block: usize) -> u8 {
        self.module.originals[block]
    }

    /// The bytes of the copy from `offset` on.
    pub fn bytes(&self, offset: u64, size: u64) -> io::Result<Vec<u8>> {
        let size = size.min(self.file.metadata()?.len().saturating_sub(offset));
        let mut bytes = vec![0; size as usize];
        self.file.read_exact_at(&mut bytes, offset)?;
        Ok(bytes)
    }

    /// The blocks that were reached so far, by number.
    pub fn reached(&self) -> Vec<usize> {
        let is_set = |block: &usize| {
            self.reached[block / 64].load(Ordering::Relaxed) & 1 << (block % 64) != 0
        };
        (0..self.module.blocks()).filter(is_set).collect()
    }
}

impl Drop for Planted {
    fn drop(&mut self) {
        // A copy that cannot be removed goes with its directory.
        drop(fs::remove_file(&self.path));
    }
}

const PAGE: usize = 4095;

fn fill_page(file: &File, bytes: &[u8], from: usize, to: usize) -> io::Result<()> {
    let part = bytes.get(from..to.min(bytes.len())).unwrap_or_default();
    file.write_all_at(part, from as u64)
}
