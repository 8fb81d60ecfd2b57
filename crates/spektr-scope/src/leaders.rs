//! Where blocks begin. Each function of the unwind tables is disassembled from its start to its
//! end; a block begins there, where a branch leads, and behind whatever does not simply go on.
//!
//! A breakpoint that is not at the first byte of an instruction would change what the tool
//! does, so a function is trusted only if every byte of it decodes and every branch into it
//! leads to the beginning of an instruction, and if nothing reads from inside it or takes an
//! address there, as what hand-written code does that keeps its data beside. Of one that is not
//! trusted only the entry is watched. Landing pads and targets of jump tables are found where something ends right
//! before them, which compilers see to except behind calls that never return: such a block
//! counts as part of the one before.

use crate::elf::{Elf, Segment};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, Mnemonic, OpKind};
use std::io;
use std::ops::Range;

/// The blocks of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaders {
    /// Where they begin in the file, sorted.
    pub offsets: Vec<u32>,
    pub functions: u32,
    /// Functions of which only the entry is watched.
    pub distrusted: u32,
}

/// A byte that has no place in code that is run: `int3` itself.
pub const BREAKPOINT: u8 = 0xcc;

pub fn find(elf: &Elf<'_>) -> io::Result<Leaders> {
    let functions = elf.functions()?;
    let mut offsets = Vec::new();
    let mut distrusted = 0;
    for segment in elf.code() {
        let text = bytes_of(elf, &segment)?;
        let mut sweep = Sweep::new(&segment, text);
        for function in functions.iter().filter(|it| segment.offset_of(it.start).is_some()) {
            sweep.take(function);
        }
        distrusted += sweep.finish(&mut offsets)?;
    }
    offsets.sort_unstable();
    Ok(Leaders { offsets, functions: functions.len() as u32, distrusted })
}

fn bytes_of<'a>(elf: &Elf<'a>, segment: &Segment) -> io::Result<&'a [u8]> {
    let range = segment.offset as usize..(segment.offset + segment.size) as usize;
    let bytes = elf.bytes().get(range);
    bytes.ok_or_else(|| io::Error::other("a segment of code ends behind the end of the file"))
}

/// A set of positions in a segment.
struct Marks(Vec<u64>);

impl Marks {
    fn new(size: usize) -> Marks {
        Marks(vec![0; size.div_ceil(64)])
    }

    fn set(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn has(&self, at: usize) -> bool {
        self.0[at / 64] & 1 << (at % 64) != 0
    }

    fn within(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        range.filter(|at| self.has(*at))
    }
}

/// A function on the way through a segment; positions in the segment.
struct Swept {
    range: Range<usize>,
    trusted: bool,
}

/// What stands before an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// An instruction of the same block.
    Inside,
    /// The entry, or a branch that may not be taken.
    Branch,
    /// Something behind which nothing simply goes on.
    End,
}

struct Sweep<'a> {
    segment: &'a Segment,
    text: &'a [u8],
    /// First bytes of instructions of trusted functions.
    starts: Marks,
    leaders: Marks,
    targets: Vec<usize>,
    /// What is read, or whose address is taken.
    data: Vec<usize>,
    functions: Vec<Swept>,
}

impl<'a> Sweep<'a> {
    fn new(segment: &'a Segment, text: &'a [u8]) -> Sweep<'a> {
        let (starts, leaders) = (Marks::new(text.len()), Marks::new(text.len()));
        let (targets, data, functions) = (Vec::new(), Vec::new(), Vec::new());
        Sweep { segment, text, starts, leaders, targets, data, functions }
    }

    fn take(&mut self, function: &Range<u64>) {
        let start = (function.start - self.segment.address) as usize;
        let end = (function.end - self.segment.address) as usize;
        let Some(code) = self.text.get(start..end) else { return };
        let targets = self.targets.len();
        let trusted = self.decode(code, start, function.start);
        if !trusted {
            self.targets.truncate(targets);
        }
        self.functions.push(Swept { range: start..end, trusted });
    }

    /// Goes through one function; false if something in it is no instruction.
    fn decode(&mut self, code: &[u8], start: usize, address: u64) -> bool {
        let mut decoder = Decoder::with_ip(64, code, address, DecoderOptions::NONE);
        let mut instruction = Instruction::default();
        let mut before = Before::Branch;
        while decoder.can_decode() {
            let at = start + decoder.position();
            decoder.decode_out(&mut instruction);
            if instruction.is_invalid() {
                return false;
            }
            self.starts.set(at);
            // What lies behind an end fills up a line of the cache and is not run.
            let fills = matches!(instruction.mnemonic(), Mnemonic::Nop | Mnemonic::Int3);
            if before == Before::End && fills {
                continue;
            }
            if before != Before::Inside {
                self.leaders.set(at);
            }
            before = self.kind(&instruction);
        }
        true
    }

    /// What comes after an instruction; where it leads is noted.
    fn kind(&mut self, instruction: &Instruction) -> Before {
        let is_direct = matches!(
            instruction.op0_kind(),
            OpKind::NearBranch16 | OpKind::NearBranch32 | OpKind::NearBranch64
        );
        let flow = instruction.flow_control();
        let branches =
            matches!(flow, FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch);
        if branches && is_direct {
            self.targets.extend(self.inside(instruction.near_branch_target()));
        }
        if instruction.is_ip_rel_memory_operand() {
            self.data.extend(self.inside(instruction.ip_rel_memory_address()));
        }
        match flow {
            FlowControl::ConditionalBranch => Before::Branch,
            FlowControl::UnconditionalBranch
            | FlowControl::Return
            | FlowControl::IndirectBranch
            | FlowControl::Exception => Before::End,
            _ => Before::Inside,
        }
    }

    /// Where an address is in the segment.
    fn inside(&self, address: u64) -> Option<usize> {
        let inside = address.checked_sub(self.segment.address)? as usize;
        (inside < self.text.len()).then_some(inside)
    }

    /// The function that a position is in.
    fn function(&self, at: usize) -> Option<usize> {
        let index = self.functions.partition_point(|it| it.range.end <= at);
        self.functions.get(index).filter(|it| it.range.contains(&at)).map(|_| index)
    }

    /// Adds the blocks that can be watched; how many functions are not trusted.
    fn finish(mut self, offsets: &mut Vec<u32>) -> io::Result<u32> {
        for target in std::mem::take(&mut self.targets) {
            let Some(function) = self.function(target) else { continue };
            if self.starts.has(target) {
                self.leaders.set(target);
            } else {
                self.functions[function].trusted = false;
            }
        }
        for at in std::mem::take(&mut self.data) {
            // The address of a whole function is a pointer to it.
            let function = self.function(at).filter(|it| self.functions[*it].range.start != at);
            if let Some(function) = function {
                self.functions[function].trusted = false;
            }
        }
        let mut distrusted = 0;
        for function in &self.functions {
            let range = match function.trusted {
                true => function.range.clone(),
                false => function.range.start..function.range.start + 1,
            };
            distrusted += u32::from(!function.trusted);
            // A breakpoint of the tool's own stays its own.
            for at in self.leaders.within(range).filter(|at| self.text[*at] != BREAKPOINT) {
                let offset = u32::try_from(self.segment.offset + at as u64);
                offsets.push(offset.map_err(|_| io::Error::other("the file is too large"))?);
            }
        }
        Ok(distrusted)
    }
}
