//! The states of all tags at all bytes, compressed: bytes in the same state share
//! a row, a tag is a column. Knows how to split, merge and look up rows; knows
//! nothing of trees or of what the states mean.

use super::state::Packed;
use std::ops::Range;

/// Columns per row at first; doubled when they run out.
const FIRST_STRIDE: usize = 8;

/// Which accesses are known to leave a row as it is.
///
/// An access repeated is a no-op, and reads do not undo each other; so the reads
/// since the last write and the last write itself need no second pass. A new tag
/// may make that untrue; the epochs say up to which moment it was known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Settled {
    pub readers: u64,
    pub read_epoch: u32,
    pub writer: u32,
    pub write_epoch: u32,
}

impl Settled {
    pub const NO_WRITER: u32 = u32::MAX;
    pub const NOTHING: Settled =
        Settled { readers: 0, read_epoch: 0, writer: Settled::NO_WRITER, write_epoch: 0 };
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Row {
    start: u32,
    settled: Settled,
}

/// Rows of packed states; row-major, one byte per tag.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    size: u32,
    columns: usize,
    stride: usize,
    rows: Vec<Row>,
    cells: Vec<Packed>,
}

impl Grid {
    pub fn new(size: u32) -> Grid {
        Grid { size, columns: 0, stride: 0, rows: Vec::new(), cells: Vec::new() }
    }

    pub fn size(&self) -> u32 {
        self.size
    }

    #[inline]
    pub fn row_count(&self) -> usize {
        self.rows.len()
    }

    /// The row that holds the byte at `offset`, which must be inside the allocation.
    #[inline]
    pub fn row_at(&self, offset: u32) -> usize {
        debug_assert!(offset < self.size);
        if self.rows.len() == 1 {
            return 0;
        }
        self.rows.partition_point(|row| row.start <= offset) - 1
    }

    #[inline]
    pub fn bounds(&self, row: usize) -> Range<u32> {
        let end = self.rows.get(row + 1).map_or(self.size, |next| next.start);
        self.rows[row].start..end
    }

    #[inline]
    pub fn settled(&self, row: usize) -> &Settled {
        &self.rows[row].settled
    }

    #[inline]
    pub fn settled_mut(&mut self, row: usize) -> &mut Settled {
        &mut self.rows[row].settled
    }

    #[inline]
    pub fn cells(&self, row: usize) -> &[Packed] {
        let first = row * self.stride;
        &self.cells[first..first + self.columns]
    }

    #[inline]
    pub fn cells_mut(&mut self, row: usize) -> &mut [Packed] {
        let first = row * self.stride;
        &mut self.cells[first..first + self.columns]
    }

    /// Makes `at` the start of a row; both halves keep state and settled accesses.
    pub fn split_at(&mut self, at: u32) {
        if at >= self.size {
            return;
        }
        let row = self.row_at(at);
        if self.rows[row].start == at {
            return;
        }
        let upper = Row { start: at, settled: self.rows[row].settled };
        self.rows.insert(row + 1, upper);
        let (first, old_len) = (row * self.stride, self.cells.len());
        self.cells.resize(old_len + self.stride, 0);
        self.cells.copy_within(first..old_len, first + self.stride);
    }

    /// Joins the rows on both sides of the boundary below `row` if they are in the
    /// same state. What is settled for one is then settled for both.
    pub fn merge_with_previous(&mut self, row: usize) {
        if row == 0 || row >= self.rows.len() || self.cells(row - 1) != self.cells(row) {
            return;
        }
        self.rows.remove(row);
        self.cells.drain(row * self.stride..(row + 1) * self.stride);
    }

    /// Adds a column that holds `state` everywhere.
    pub fn push_column(&mut self, state: Packed) {
        if self.rows.is_empty() && self.size > 0 {
            self.rows.push(Row { start: 0, settled: Settled::NOTHING });
        }
        if self.columns == self.stride {
            self.restride((self.stride * 2).max(FIRST_STRIDE));
        }
        let column = self.columns;
        self.columns += 1;
        for row in 0..self.rows.len() {
            self.cells[row * self.stride + column] = state;
        }
    }

    /// Sets one column over a range, splitting rows at its ends.
    pub fn fill(&mut self, column: usize, range: Range<u32>, state: Packed) {
        if range.is_empty() {
            return;
        }
        self.split_at(range.start);
        self.split_at(range.end);
        let mut row = self.row_at(range.start);
        while row < self.rows.len() && self.rows[row].start < range.end {
            self.cells[row * self.stride + column] = state;
            row += 1;
        }
    }

    /// Keeps the marked columns, forgets what is settled, joins rows that became equal.
    pub fn keep_columns(&mut self, keep: &[bool]) {
        let kept = keep.iter().filter(|&&kept| kept).count();
        if kept == 0 {
            *self = Grid::new(self.size);
            return;
        }
        let mut compact = Grid::new(self.size);
        compact.columns = kept;
        compact.stride = kept.next_multiple_of(FIRST_STRIDE);
        for row in 0..self.rows.len() {
            let cells = self.cells(row).iter().zip(keep).filter(|(_, kept)| **kept);
            let first = compact.cells.len();
            compact.cells.extend(cells.map(|(cell, _)| *cell));
            compact.cells.resize(first + compact.stride, 0);
            compact.rows.push(Row { start: self.rows[row].start, settled: Settled::NOTHING });
            let last = compact.rows.len() - 1;
            if last > 0 && compact.cells(last - 1) == compact.cells(last) {
                compact.rows.pop();
                compact.cells.truncate(first);
            }
        }
        *self = compact;
    }

    fn restride(&mut self, stride: usize) {
        let mut cells = vec![0; self.rows.len() * stride];
        for row in 0..self.rows.len() {
            cells[row * stride..row * stride + self.columns].copy_from_slice(self.cells(row));
        }
        (self.cells, self.stride) = (cells, stride);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(grid: &Grid) -> Vec<(Range<u32>, Vec<Packed>)> {
        (0..grid.row_count()).map(|row| (grid.bounds(row), grid.cells(row).to_vec())).collect()
    }

    #[test]
    fn filling_splits_only_where_it_must() {
        let mut grid = Grid::new(8);
        grid.push_column(1);
        assert_eq!(layout(&grid), [(0..8, vec![1])]);
        grid.fill(0, 2..4, 5);
        grid.fill(0, 4..4, 6);
        assert_eq!(layout(&grid), [(0..2, vec![1]), (2..4, vec![5]), (4..8, vec![1])]);
        grid.fill(0, 0..8, 3);
        assert_eq!(layout(&grid), [(0..2, vec![3]), (2..4, vec![3]), (4..8, vec![3])]);
        grid.merge_with_previous(1);
        assert_eq!(layout(&grid), [(0..4, vec![3]), (4..8, vec![3])]);
    }

    #[test]
    fn every_offset_is_in_the_row_that_bounds_it() {
        let mut grid = Grid::new(9);
        grid.push_column(0);
        for at in [4, 1, 8, 4, 9, 0] {
            grid.split_at(at);
        }
        assert_eq!(grid.row_count(), 4);
        for offset in 0..9 {
            assert!(grid.bounds(grid.row_at(offset)).contains(&offset));
        }
    }

    #[test]
    fn columns_outgrow_their_stride_and_shrink_again() {
        let mut grid = Grid::new(4);
        for column in 0..20 {
            grid.push_column(column);
        }
        grid.fill(19, 0..2, 31);
        let keep: Vec<bool> = (0..20).map(|column| column >= 18).collect();
        grid.keep_columns(&keep);
        assert_eq!(layout(&grid), [(0..2, vec![18, 31]), (2..4, vec![18, 19])]);
        grid.keep_columns(&[true, false]);
        assert_eq!(layout(&grid), [(0..4, vec![18])]);
        grid.keep_columns(&[false]);
        assert_eq!(grid.row_count(), 0);
    }

    #[test]
    fn an_empty_allocation_has_no_rows() {
        let mut grid = Grid::new(0);
        grid.push_column(1);
        grid.fill(0, 0..0, 2);
        assert_eq!(grid.row_count(), 0);
    }
}
