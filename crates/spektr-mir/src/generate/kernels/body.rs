//! The bodies of kernels: one counted loop, or two in each other, over arrays; or the same few
//! operations on neighbouring elements without a loop.

use super::writer::{Writer, copy};
use super::{Kernel, Stream, Through};
use crate::syntax::{BinOp, BlockId, IntTy, Local, Operand, Place, Projection, Rvalue, Ty};

/// How an index follows from the counter.
#[derive(Clone, Copy, Debug)]
struct Access {
    stride: u64,
    offset: u64,
    /// Counted from the end.
    backwards: bool,
}

/// Values that a loop carries from one iteration to the next.
struct Carried {
    totals: Vec<Total>,
    /// What was read in the iteration before.
    previous: Option<Local>,
}

/// What a loop adds up, always in the same way: otherwise it is no reduction.
#[derive(Clone, Copy, Debug)]
struct Total {
    local: Local,
    /// A comparison keeps the better one of the total and the value.
    op: BinOp,
}

/// What the counter of a loop is and how it goes.
struct Count {
    counter: Local,
    bound: Local,
    int: IntTy,
    step: u128,
    down: bool,
    /// Leaves as soon as counter and bound are equal, instead of when it is no longer below.
    until_equal: bool,
}

impl Writer<'_> {
    /// Writes the whole function.
    pub(super) fn kernel(&mut self, kernel: &Kernel) {
        let entropy = &mut self.generator.entropy;
        let straight = entropy.chance(1, 6);
        let nested = entropy.chance(1, 5);
        let carried = self.carried(kernel);
        if straight {
            self.neighbours(kernel, &carried);
        } else if nested {
            self.nest(kernel, &carried);
        } else {
            let bound = self.bound(kernel.parameter, kernel.trips());
            let exit = self.new_block();
            self.counted(kernel, &carried, bound, exit, None);
            self.enter(exit);
        }
        self.give_back(&carried);
    }

    fn chance(&mut self, numerator: u64, denominator: u64) -> bool {
        self.generator.entropy.chance(numerator, denominator)
    }

    fn draw<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.generator.entropy.index(items.len())]
    }

    fn carried(&mut self, kernel: &Kernel) -> Carried {
        let mut totals = Vec::new();
        for _ in 0..self.generator.entropy.range(1, 2) {
            let start = self.draw(&kernel.scalars);
            let drawn = self.local_ty(start);
            let ret = self.local_ty(Local::RETURN);
            let ty = if self.chance(1, 2) { drawn } else { ret };
            let start = self.cast(start, ty);
            let local = self.compute(ty, Rvalue::Use(copy(start)));
            let op = self.reduction(ty);
            totals.push(Total { local, op });
        }
        let previous = self.chance(1, 8).then(|| {
            let stream = self.draw(&kernel.streams);
            let start = self.draw(&kernel.scalars);
            let start = self.cast(start, stream.element);
            self.compute(stream.element, Rvalue::Use(copy(start)))
        });
        Carried { totals, previous }
    }

    /// The number of iterations: never more than there is room for.
    fn bound(&mut self, parameter: Local, most: u64) -> Local {
        let ty = self.int(IntTy::Usize);
        let number = |value: u64| u128::from(value);
        let (op, value) = match self.generator.entropy.below(8) {
            // A power of two below the room.
            0 => (BinOp::BitAnd, (most + 1).next_power_of_two() / 2 - 1),
            1 | 2 => (BinOp::Rem, most),
            3 => {
                let most = self.number(number(most), IntTy::Usize);
                return self.compute(ty, Rvalue::Use(most));
            }
            _ => (BinOp::Rem, most + 1),
        };
        let value = self.number(number(value.max(1)), IntTy::Usize);
        self.binary(op, copy(parameter), value, ty)
    }

    /// A loop around the loop: rows of one array.
    fn nest(&mut self, kernel: &Kernel, carried: &Carried) {
        let usize_ty = self.int(IntTy::Usize);
        let rows = self.generator.entropy.range(2, 4).min(kernel.trips());
        let width = kernel.trips() / rows;
        let inner = self.bound(kernel.parameter, width);
        let row = self.local(usize_ty);
        let zero = self.number(0, IntTy::Usize);
        self.assign(row, Rvalue::Use(zero));
        let [header, body, next, exit] = [(); 4].map(|()| self.new_block());
        self.go_on(header);
        let rows = self.number(u128::from(rows), IntTy::Usize);
        let more = self.compare(BinOp::Lt, copy(row), rows);
        self.branch(more, body, exit);
        self.enter(body);
        let width = self.number(u128::from(width), IntTy::Usize);
        let base = self.binary(BinOp::Mul, copy(row), width, usize_ty);
        self.counted(kernel, carried, inner, next, Some(base));
        self.enter(next);
        let one = self.number(1, IntTy::Usize);
        self.assign(row, Rvalue::Binary(BinOp::Add, copy(row), one));
        self.jump(header);
        self.enter(exit);
    }

    /// One counted loop from the end of the block; it leaves to `exit`.
    fn counted(
        &mut self,
        kernel: &Kernel,
        carried: &Carried,
        bound: Local,
        exit: BlockId,
        base: Option<Local>,
    ) {
        let count = self.count(bound, kernel.trips());
        let body = self.new_block();
        let test_first = self.chance(2, 3);
        let header = match test_first {
            true => {
                let header = self.new_block();
                self.go_on(header);
                self.test(&count, body, exit);
                header
            }
            false => {
                // Entered only if there is an iteration at all.
                self.switch(bound, vec![(0, exit)], body);
                body
            }
        };
        self.enter(body);
        let index = self.index_of(&count, base);
        for _ in 0..self.draw(&[1, 1, 1, 2, 2, 3]) {
            self.action(kernel, carried, index, exit);
        }
        let step = self.number(count.step, count.int);
        let op = if count.down { BinOp::Sub } else { BinOp::Add };
        self.assign(count.counter, Rvalue::Binary(op, copy(count.counter), step));
        match test_first {
            true => self.jump(header),
            false => self.test(&count, body, exit),
        }
    }

    fn count(&mut self, bound: Local, most: u64) -> Count {
        let ints = [
            IntTy::Usize,
            IntTy::Usize,
            IntTy::Usize,
            IntTy::I32,
            IntTy::U32,
            IntTy::I64,
            IntTy::U16,
            IntTy::U8,
            IntTy::I8,
        ];
        // Narrow counters go to their limit at most.
        let room = if most > 120 { ints.len() - 2 } else { ints.len() };
        let int = self.draw(&ints[..room]);
        let ty = self.int(int);
        let bound = self.cast(bound, ty);
        let down = self.chance(1, 5);
        let step = if down { 1 } else { self.draw(&[1, 1, 1, 1, 2, 3]) };
        let start = match down {
            true => copy(bound),
            false => self.number(0, int),
        };
        let counter = self.compute(ty, Rvalue::Use(start));
        let until_equal = step == 1 && self.chance(1, 3);
        Count { counter, bound, int, step, down, until_equal }
    }

    fn test(&mut self, count: &Count, inside: BlockId, exit: BlockId) {
        let zero = self.number(0, count.int);
        let (op, right) = match (count.down, count.until_equal) {
            (true, true) => (BinOp::Ne, zero),
            (true, false) => (BinOp::Gt, zero),
            (false, true) => (BinOp::Ne, copy(count.bound)),
            (false, false) => (BinOp::Lt, copy(count.bound)),
        };
        let more = self.compare(op, copy(count.counter), right);
        self.branch(more, inside, exit);
    }

    /// The number of the iteration as an index; behind the rows before.
    fn index_of(&mut self, count: &Count, base: Option<Local>) -> Local {
        let ty = self.int(count.int);
        let usize_ty = self.int(IntTy::Usize);
        let mut index = count.counter;
        if count.down {
            let one = self.number(1, count.int);
            index = self.binary(BinOp::Sub, copy(index), one, ty);
        }
        let index = self.cast(index, usize_ty);
        match base {
            Some(base) => self.binary(BinOp::Add, copy(base), copy(index), usize_ty),
            // The counter itself changes before the iteration is over.
            None if index == count.counter => self.compute(usize_ty, Rvalue::Use(copy(index))),
            None => index,
        }
    }

    fn access(&mut self, kernel: &Kernel, stream: Stream) -> Access {
        let (stride, offset) = (kernel.stride, kernel.offset);
        if kernel.independent && stream.written {
            return Access { stride, offset: 0, backwards: false };
        }
        let entropy = &mut self.generator.entropy;
        let stride = if entropy.coin() { stride } else { entropy.range(1, stride) };
        Access { stride, offset: entropy.range(0, offset), backwards: entropy.chance(1, 8) }
    }

    fn element_index(&mut self, kernel: &Kernel, access: Access, index: Local) -> Local {
        let ty = self.int(IntTy::Usize);
        let mut at = index;
        if access.backwards {
            let last = self.number(u128::from(kernel.trips() - 1), IntTy::Usize);
            at = self.binary(BinOp::Sub, last, copy(at), ty);
        }
        if access.stride > 1 {
            let stride = self.number(u128::from(access.stride), IntTy::Usize);
            at = self.binary(BinOp::Mul, copy(at), stride, ty);
        }
        if access.offset > 0 {
            let offset = self.number(u128::from(access.offset), IntTy::Usize);
            at = self.binary(BinOp::Add, copy(at), offset, ty);
        }
        at
    }

    /// The place of an element.
    fn element(&mut self, stream: Stream, at: Local) -> Place {
        match stream.through {
            Through::Array => Place::deref(stream.parameter).then(Projection::Index(at)),
            Through::Element => {
                let ty = self.local_ty(stream.parameter);
                let address = self.binary(BinOp::Offset, copy(stream.parameter), copy(at), ty);
                Place::deref(address)
            }
        }
    }

    fn load(&mut self, stream: Stream, at: Local) -> Local {
        let place = self.element(stream, at);
        self.compute(stream.element, Rvalue::Use(Operand::Copy(place)))
    }

    /// Elements of this iteration, the values that come in and what is carried.
    fn sources(&mut self, kernel: &Kernel, carried: &Carried, index: Local) -> Vec<Local> {
        let mut sources = Vec::new();
        for _ in 0..self.generator.entropy.range(1, 3) {
            let stream = self.draw(&kernel.streams);
            let access = self.access(kernel, stream);
            let at = self.element_index(kernel, access, index);
            sources.push(self.load(stream, at));
        }
        let loaded = sources[0];
        if self.chance(1, 3) {
            sources.push(self.draw(&kernel.scalars));
        }
        if self.chance(1, 5) {
            sources.push(index);
        }
        if let Some(previous) = carried.previous {
            let kept = self.compute(self.local_ty(previous), Rvalue::Use(copy(previous)));
            sources.push(kept);
            let next = self.cast(loaded, self.local_ty(previous));
            self.assign(previous, Rvalue::Use(copy(next)));
        }
        sources
    }

    /// Something that an iteration does.
    fn action(&mut self, kernel: &Kernel, carried: &Carried, index: Local, exit: BlockId) {
        let sources = self.sources(kernel, carried, index);
        let depth = self.generator.entropy.range(0, 3) as u32;
        match self.generator.entropy.below(24) {
            0..=8 => self.store(kernel, &sources, index, depth),
            9..=17 => self.add_up(carried, &sources, depth),
            18..=21 => {
                let condition = self.condition(&sources, depth.min(1));
                let [then, join] = [(); 2].map(|()| self.new_block());
                self.branch(condition, then, join);
                self.enter(then);
                match self.chance(1, 2) {
                    true => self.store(kernel, &sources, index, depth),
                    false => self.add_up(carried, &sources, depth),
                }
                self.go_on(join);
            }
            22 => {
                let total = self.draw(&carried.totals);
                let ty = self.local_ty(total.local);
                let value = self.table(&sources, ty);
                self.fold(total, value);
            }
            _ => {
                let condition = self.condition(&sources, 0);
                let inside = self.new_block();
                self.branch(condition, exit, inside);
                self.enter(inside);
            }
        }
    }

    fn store(&mut self, kernel: &Kernel, sources: &[Local], index: Local, depth: u32) {
        let written: Vec<Stream> = kernel.streams.iter().copied().filter(|it| it.written).collect();
        let Some(&stream) = self.generator.entropy.pick(&written) else { return };
        let access = self.access(kernel, stream);
        let at = self.element_index(kernel, access, index);
        let value = match self.chance(1, 10) {
            true => self.table(sources, stream.element),
            false => self.value(sources, stream.element, depth),
        };
        let place = self.element(stream, at);
        self.assign(place, Rvalue::Use(copy(value)));
    }

    fn add_up(&mut self, carried: &Carried, sources: &[Local], depth: u32) {
        let total = self.draw(&carried.totals);
        let ty = self.local_ty(total.local);
        let value = self.value(sources, ty, depth);
        self.fold(total, value);
    }

    fn reduction(&mut self, ty: Ty) -> BinOp {
        let sums =
            [BinOp::Add, BinOp::Add, BinOp::Add, BinOp::Mul, BinOp::Sub, BinOp::Lt, BinOp::Gt];
        let bits = [BinOp::BitXor, BinOp::BitAnd, BinOp::BitOr];
        match self.as_int(ty) {
            Some(_) if self.chance(1, 4) => self.draw(&bits),
            _ => self.draw(&sums),
        }
    }

    /// Folds a value into a total of its type.
    fn fold(&mut self, Total { local, op }: Total, value: Local) {
        if !op.is_comparison() {
            self.assign(local, Rvalue::Binary(op, copy(local), copy(value)));
            return;
        }
        let better = self.compare(op, copy(value), copy(local));
        let [then, join] = [(); 2].map(|()| self.new_block());
        self.branch(better, then, join);
        self.enter(then);
        self.assign(local, Rvalue::Use(copy(value)));
        self.go_on(join);
    }

    /// The same few operations on elements beside each other, which may become one operation
    /// on vectors.
    fn neighbours(&mut self, kernel: &Kernel, carried: &Carried) {
        let lanes = self.draw(&[2, 4, 4, 8]).min(kernel.trips());
        let depth = self.generator.entropy.range(1, 3) as u32;
        let same = self.generator.entropy.clone();
        let (swapped, sum) = (self.chance(1, 4), self.chance(1, 2));
        let usize_ty = self.int(IntTy::Usize);
        for lane in 0..lanes {
            let after = std::mem::replace(&mut self.generator.entropy, same.clone());
            let at = if swapped { lane ^ 1 } else { lane };
            let at = self.number(u128::from(at.min(kernel.trips() - 1)), IntTy::Usize);
            let index = self.compute(usize_ty, Rvalue::Use(at));
            let sources = self.sources(kernel, carried, index);
            match sum {
                true => self.add_up(carried, &sources, depth),
                false => self.store(kernel, &sources, index, depth),
            }
            self.generator.entropy = after;
        }
    }

    /// The totals as one result.
    fn give_back(&mut self, carried: &Carried) {
        let ret = self.local_ty(Local::RETURN);
        let mut result: Option<Local> = None;
        for &total in &carried.totals {
            let value = self.cast(total.local, ret);
            result = Some(match result {
                Some(sum) => self.combine(sum, value, ret),
                None => value,
            });
        }
        if let Some(result) = result {
            self.assign(Local::RETURN, Rvalue::Use(copy(result)));
        }
        self.finish();
    }

    fn combine(&mut self, left: Local, right: Local, ty: Ty) -> Local {
        self.binary(BinOp::Add, copy(left), copy(right), ty)
    }
}
