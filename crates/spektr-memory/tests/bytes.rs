//! Bytes against a model in which every byte says of itself what it holds.

use std::ops::Range;

use spektr_entropy::Entropy;
use spektr_memory::{Bytes, Chunk, little_endian, state};

const SIZE: u32 = 40;
const UNDEF: u8 = state::OWN;
const PARTLY: u8 = state::OWN + 1;

/// Byte `index` of a pointer; `whole` tells one whole pointer from another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    pointer: u32,
    length: u8,
    index: u8,
    whole: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    state: u8,
    byte: u8,
    part: Option<Part>,
}

#[derive(Clone)]
struct Model {
    cells: Vec<Cell>,
    next: u64,
}

impl Model {
    fn new() -> Model {
        let empty = Cell { state: state::UNINIT, byte: 0, part: None };
        Model { cells: vec![empty; SIZE as usize], next: 0 }
    }

    /// Overwrites a range; pointers that it cuts fall to pieces.
    fn put(&mut self, offset: u32, cells: &[Cell]) {
        let range = offset as usize..offset as usize + cells.len();
        let whole = |cell: &Cell| cell.part.and_then(|part| part.whole);
        let hit: Vec<u64> = self.cells[range.clone()].iter().filter_map(whole).collect();
        for cell in &mut self.cells {
            if whole(cell).is_some_and(|id| hit.contains(&id)) {
                cell.state = state::FRAGMENT;
                cell.part = cell.part.map(|part| Part { whole: None, ..part });
            }
        }
        self.cells[range].copy_from_slice(cells);
    }

    /// A copy of the range, in which pointers are whole that lie in it as a whole.
    fn take(&self, range: Range<u32>) -> Vec<Cell> {
        let cells = &self.cells[range.start as usize..range.end as usize];
        let mut copies = cells.to_vec();
        for (cell, original) in copies.iter_mut().zip(cells) {
            let Some(part) = &mut cell.part else { continue };
            let Some(id) = part.whole else { continue };
            let same = |cell: &&Cell| cell.part.is_some_and(|part| part.whole == Some(id));
            let complete = cells.iter().filter(same).count() == usize::from(part.length);
            part.whole = complete.then_some(id);
            cell.state = if complete { original.state } else { state::FRAGMENT };
        }
        copies
    }

    fn pointer(&mut self, offset: u32, length: u8, pointer: u32) {
        self.next += 1;
        let whole = Some(self.next);
        let cell = |index| Cell {
            state: state::POINTER,
            byte: 0,
            part: Some(Part { pointer, length, index, whole }),
        };
        let cells: Vec<Cell> = (0..length).map(cell).collect();
        self.put(offset, &cells);
    }

    fn joined(&self, offset: u32, length: u8) -> Option<u32> {
        let cells = &self.cells[offset as usize..offset as usize + usize::from(length)];
        let pointer = cells[0].part?.pointer;
        let in_order = cells.iter().zip(0..length).all(|(cell, index)| {
            let of_it = |p: Part| (p.pointer, p.length, p.index) == (pointer, length, index);
            cell.state <= state::FRAGMENT && cell.part.is_some_and(of_it)
        });
        in_order.then_some(pointer)
    }

    fn compare(&self, bytes: &Bytes<u32>) {
        let states: Vec<u8> = self.cells.iter().map(|cell| cell.state).collect();
        assert_eq!(bytes.states(0..SIZE), states);
        for offset in 0..SIZE {
            for size in [1, 2, 3, 4, 8, 16].into_iter().filter(|size| offset + size <= SIZE) {
                let cells = &self.cells[offset as usize..(offset + size) as usize];
                let numbers: Vec<u8> = cells.iter().map(|cell| cell.byte).collect();
                let known = cells.iter().all(|cell| cell.state == state::INIT);
                let expected = known.then(|| little_endian(&numbers));
                assert_eq!(bytes.load(offset, size), expected);
            }
            for length in [4, 8].into_iter().filter(|&length| offset + length <= SIZE) {
                let (joined, length) = (self.joined(offset, length as u8), length as u8);
                assert_eq!(bytes.joined_pointer_at(offset, length), joined, "at {offset}");
                let whole = joined.filter(|_| self.cells[offset as usize].state == state::POINTER);
                assert_eq!(bytes.pointer_at(offset, length), whole, "at {offset}");
            }
            let cell = self.cells[offset as usize];
            if cell.state == PARTLY {
                assert_eq!(bytes.said_of(offset), cell.part.map(|part| part.pointer));
                assert_eq!(bytes.bytes(offset..offset + 1), [cell.byte]);
            }
        }
    }
}

fn range(entropy: &mut Entropy) -> Range<u32> {
    let start = entropy.below(u64::from(SIZE) - 1) as u32;
    let length = entropy.range(1, u64::from(SIZE - start).min(20)) as u32;
    start..start + length
}

fn step(entropy: &mut Entropy, bytes: &mut [Bytes<u32>; 2], models: &mut [Model; 2]) {
    let which = entropy.index(2);
    let (ours, model) = (&mut bytes[which], &mut models[which]);
    let init = |byte| Cell { state: state::INIT, byte, part: None };
    match entropy.below(8) {
        0 | 1 => {
            let offset = entropy.below(u64::from(SIZE) - 8) as u32;
            let length = if entropy.coin() { 8 } else { 4 };
            // Few distinct ones, so that pieces of equal pointers meet.
            let pointer = entropy.below(2) as u32;
            ours.store_pointer(offset, length, pointer);
            model.pointer(offset, length, pointer);
        }
        2 => {
            let range = range(entropy);
            let size = range.len().min(16);
            let bits = entropy.next_u128();
            ours.store(range.start, size as u32, bits);
            let cells: Vec<Cell> = bits.to_le_bytes()[..size].iter().copied().map(init).collect();
            model.put(range.start, &cells);
        }
        3 => {
            let range = range(entropy);
            let state = if entropy.coin() { UNDEF } else { state::UNINIT };
            ours.set_state(range.clone(), state);
            model.put(range.start, &vec![Cell { state, byte: 0, part: None }; range.len()]);
        }
        4 => {
            let range = range(entropy);
            ours.fill(range.clone(), 7);
            model.put(range.start, &vec![init(7); range.len()]);
        }
        5 => {
            let offset = entropy.below(u64::from(SIZE)) as u32;
            let said = entropy.below(5) as u32;
            ours.store_byte_with(offset, 9, PARTLY, said);
            model.next += 1;
            let part = Part { pointer: said, length: 1, index: 0, whole: Some(model.next) };
            model.put(offset, &[Cell { state: PARTLY, byte: 9, part: Some(part) }]);
        }
        _ => copy(entropy, bytes, models),
    }
}

fn copy(entropy: &mut Entropy, bytes: &mut [Bytes<u32>; 2], models: &mut [Model; 2]) {
    let (from, to) = (entropy.index(2), entropy.index(2));
    let range = range(entropy);
    let offset = entropy.below(u64::from(SIZE) - range.len() as u64 + 1) as u32;
    let mut chunk = Chunk::default();
    bytes[from].copy_out(range.clone(), &mut chunk);
    bytes[to].paste(offset, &chunk);
    let mut cells = models[from].take(range);
    // A copy of a whole pointer is another one.
    for part in cells.iter_mut().filter_map(|cell| cell.part.as_mut()) {
        // The bytes of a whole one lie in order.
        models[to].next += u64::from(part.whole.is_some() && part.index == 0);
        part.whole = part.whole.map(|_| models[to].next);
    }
    models[to].put(offset, &cells);
}

#[test]
fn bytes_agree_with_the_model() {
    for seed in 0..400 {
        let mut entropy = Entropy::new(seed);
        let mut bytes = [Bytes::new(SIZE), Bytes::new(SIZE)];
        let mut models = [Model::new(), Model::new()];
        for _ in 0..40 {
            step(&mut entropy, &mut bytes, &mut models);
            for (bytes, model) in bytes.iter().zip(&models) {
                model.compare(bytes);
            }
        }
    }
}

#[test]
fn large_ones_cost_nothing_until_touched() {
    let mut bytes: Bytes<u32> = Bytes::new(1 << 28);
    bytes.store((1 << 28) - 8, 8, 5);
    assert_eq!(bytes.load((1 << 28) - 8, 8), Some(5));
    bytes.kill();
    assert!(bytes.is_empty());
    bytes.reset(1 << 28);
    assert_eq!((bytes.len(), bytes.load(0, 1)), (1 << 28, None));
    bytes.store_bytes(3, b"abc");
    assert_eq!((bytes.bytes(3..6), bytes.state(4)), (&b"abc"[..], state::INIT));
}
