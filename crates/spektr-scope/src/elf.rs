//! An executable file as the scope sees it: what of it is code, where its functions are by the
//! unwind tables, what they are called, and which build it is.

use gimli::{BaseAddresses, CieOrFde, EhFrame, NativeEndian, UnwindSection};
use object::read::elf::{ElfFile64, FileHeader, ProgramHeader};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use std::io;
use std::ops::Range;

/// A piece of the file that is mapped as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// In the file.
    pub offset: u64,
    /// In memory, before the loader has chosen where.
    pub address: u64,
    pub size: u64,
}

impl Segment {
    /// The place in the file of an address, if it is in here.
    pub fn offset_of(&self, address: u64) -> Option<u64> {
        let inside = address.checked_sub(self.address).filter(|at| *at < self.size)?;
        Some(self.offset + inside)
    }
}

/// A named function: a range of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub offset: u64,
    pub name: String,
}

/// A file that was read.
pub struct Elf<'a> {
    file: ElfFile64<'a>,
    bytes: &'a [u8],
}

/// Sections of code that nobody wrote: the linker's stubs and the calls around a program.
const STUBS: [&str; 6] = [".plt", ".plt.got", ".plt.sec", ".iplt", ".init", ".fini"];

impl<'a> Elf<'a> {
    pub fn read(bytes: &'a [u8]) -> io::Result<Elf<'a>> {
        let file = ElfFile64::parse(bytes).map_err(io::Error::other)?;
        let machine = file.elf_header().e_machine(object::Endianness::Little);
        if machine != object::elf::EM_X86_64 {
            return Err(io::Error::other("only x86-64 is understood"));
        }
        Ok(Elf { file, bytes })
    }

    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// What tells this build from every other; without a note of the linker, a digest of all.
    pub fn build_id(&self) -> String {
        let id = self.file.build_id().ok().flatten().map(<[u8]>::to_vec);
        let id = id.unwrap_or_else(|| fnv(self.bytes).to_le_bytes().to_vec());
        id.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The segments that are mapped as code.
    pub fn code(&self) -> Vec<Segment> {
        let little = object::Endianness::Little;
        let headers = self.file.elf_program_headers().iter();
        let code = headers.filter(|it| {
            it.p_type(little) == object::elf::PT_LOAD && it.p_flags(little) & object::elf::PF_X != 0
        });
        code.map(|it| Segment {
            offset: it.p_offset(little),
            address: it.p_vaddr(little),
            size: it.p_filesz(little),
        })
        .collect()
    }

    /// Addresses of functions by the unwind tables, sorted, none inside another, none of them
    /// the linker's.
    pub fn functions(&self) -> io::Result<Vec<Range<u64>>> {
        let mut found = self.unwound()?;
        let code: Vec<Range<u64>> = self
            .file
            .sections()
            .filter(|section| section.kind() == SectionKind::Text)
            .filter(|section| section.name().is_ok_and(|name| !STUBS.contains(&name)))
            .map(|section| section.address()..section.address() + section.size())
            .collect();
        found.retain(|it| {
            code.iter().any(|section| section.start <= it.start && it.end <= section.end)
        });
        found.sort_by_key(|it| (it.start, it.end));
        found.dedup_by(|next, kept| next.start < kept.end);
        Ok(found)
    }

    fn unwound(&self) -> io::Result<Vec<Range<u64>>> {
        let Some(section) = self.file.section_by_name(".eh_frame") else { return Ok(Vec::new()) };
        let data = section.data().map_err(io::Error::other)?;
        let mut frames = EhFrame::new(data, NativeEndian);
        frames.set_address_size(8);
        let mut bases = BaseAddresses::default().set_eh_frame(section.address());
        if let Some(text) = self.file.section_by_name(".text") {
            bases = bases.set_text(text.address());
        }
        if let Some(got) = self.file.section_by_name(".got") {
            bases = bases.set_got(got.address());
        }
        let mut found = Vec::new();
        let mut entries = frames.entries(&bases);
        while let Some(entry) = entries.next().map_err(io::Error::other)? {
            let CieOrFde::Fde(partial) = entry else { continue };
            let Ok(fde) = partial.parse(EhFrame::cie_from_offset) else { continue };
            if fde.len() > 0 {
                found.push(fde.initial_address()..fde.initial_address() + fde.len());
            }
        }
        Ok(found)
    }

    /// Functions that have names, by their place in the file.
    pub fn symbols(&self) -> Vec<Symbol> {
        let code = self.code();
        let all = self.file.symbols().chain(self.file.dynamic_symbols());
        let functions = all.filter(|it| it.kind() == object::SymbolKind::Text && it.address() != 0);
        let mut named: Vec<Symbol> = functions
            .filter_map(|it| {
                let offset = code.iter().find_map(|segment| segment.offset_of(it.address()))?;
                Some(Symbol { offset, name: it.name().ok()?.to_owned() })
            })
            .collect();
        named.sort_by(|a, b| (a.offset, &a.name).cmp(&(b.offset, &b.name)));
        named.dedup_by_key(|it| it.offset);
        named
    }

    /// The address of an exported function.
    pub fn export(&self, name: &str) -> Option<u64> {
        let mut symbols = self.file.dynamic_symbols();
        symbols.find(|it| it.name() == Ok(name)).map(|it| it.address())
    }
}

/// A digest that needs nothing; equal builds have equal ones, and it is asked only of files
/// that carry no name of their build.
pub fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
