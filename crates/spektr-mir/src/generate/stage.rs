//! The stage: the program under construction together with the machine that runs it. All
//! traffic between generator and machine goes through here.

use crate::layout::Layouts;
use crate::machine::Pointer;
use crate::syntax::{BlockId, FnId, Local, Place, Program, Statement, Ty, Types};

/// Where a run of finished code came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// At the block that was asked for.
    Stop,
    /// At the other block that was asked for.
    Other,
}

pub struct Stage {
    pub program: Program,
    layouts: Layouts,
}

impl Stage {
    pub fn new(types: Types) -> Stage {
        let layouts = Layouts::new(&types).unwrap();
        Stage { program: Program { types, ..Program::default() }, layouts }
    }
    pub fn extend_types(&mut self) { self.layouts.extend(&self.program.types).unwrap() }
    pub fn start(&mut self) -> bool { true }
    pub fn declare_local(&mut self, _ty: Ty, _marked: bool) {}
    pub fn catch_up_locals(&mut self, _count: usize) {}
    pub fn try_statement(&mut self, function: FnId, block: BlockId, statement: Statement) -> bool {
        self.program.functions[function.index()].blocks[block.index()].statements.push(statement);
        true
    }
    pub fn try_terminator(&mut self) -> bool { true }
    pub fn run_block(&mut self) -> bool { true }
    pub fn block(&self) -> BlockId { BlockId(0) }
    pub fn checkpoint(&mut self) -> u64 { 0 }
    pub fn commit(&mut self, _mark: u64) {}
    pub fn roll_back(&mut self, _mark: u64) {}
    pub fn run_until_depth(&mut self, _depth: usize, _left: &mut u64, _o: &mut u32) -> bool { true }
    pub fn run_to(&mut self, _depth: usize, _stop: BlockId, _other: Option<BlockId>, _sealed: &[bool], _left: &mut u64, _o: &mut u32) -> Option<Arrival> { None }
    pub fn scalar(&self, _place: &Place) -> Option<u128> { Some(0) }
    pub fn readable(&self, _place: &Place, _ty: Ty) -> bool { true }
    pub fn reachable(&self, _place: &Place, _ty: Ty) -> bool { true }
    pub fn determinate(&self, _place: &Place, _ty: Ty) -> bool { true }
    pub fn slice_len(&self, _local: Local) -> Option<u64> { Some(2) }
    pub fn pointer(&self, _place: &Place) -> Option<Pointer> { None }
    pub fn promised_size(&self, ty: Ty) -> Option<u32> {
        let layout = self.layouts.get(ty)?;
        layout.promised.then_some(layout.size)
    }
    pub fn stride(&self, ty: Ty) -> Option<u32> { Some(self.layouts.get(ty)?.size) }
}
