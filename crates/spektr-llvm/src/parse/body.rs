//! Bodies of functions: registers and blocks by name, and what was used before its definition.

use spektr_text::Span;

use super::cursor::{Parsed, Parser, fault_at};
use super::lex::{Symbol, Token, unescape};
use super::symbols::{BlockEntry, FORWARD, Forward, Key, Local, Locals};
use crate::syntax::{
    Block, BlockId, Body, DebugRecord, GlobalId, Op, Operand, Ty, Type, Value, ValueId,
};

impl<'a> Parser<'a> {
    /// `{ … }`; the parameters are known already.
    pub fn body(&mut self, function: GlobalId) -> Parsed<Body> {
        let params = self.locals.values.len() as u32;
        self.inside = true;
        if !self.at(b'{') {
            return self.expected("`{`");
        }
        self.bump();
        if self.at(b'}') {
            return self.fault("a function has at least one block");
        }
        let mut use_list_orders = Vec::new();
        while !self.at(b'}') {
            if self.at_word("uselistorder") {
                use_list_orders.push(self.use_list_order()?);
            } else if use_list_orders.is_empty() {
                self.basic_block(function)?;
            } else {
                return self.expected("`uselistorder` or `}`");
            }
        }
        let mut locals = std::mem::take(&mut self.locals);
        self.inside = false;
        self.bump();
        let blocks = std::mem::take(&mut locals.done);
        let values = std::mem::take(&mut locals.values);
        let mut body = Body { values, params, blocks, use_list_orders };
        resolve(&locals, &mut body)?;
        Ok(body)
    }

    fn basic_block(&mut self, function: GlobalId) -> Parsed<()> {
        let span = self.here();
        let key = match self.token {
            Token::Label(raw) => {
                self.bump();
                Key::Named(unescape(raw)).or_number(self.locals.next_number)
            }
            Token::LabelNumber(number) => {
                self.bump();
                Key::Number(number)
            }
            _ => Key::Number(self.locals.next_number),
        };
        let id = BlockId::new(self.locals.done.len());
        if let Key::Number(number) = key {
            self.next_number(number, span)?;
            self.block_numbers.entry(function.0).or_default().push((number, id));
        }
        let name = key.name();
        let at = self.block_mention(key, span)?;
        let entry = &mut self.locals.blocks[at as usize];
        if entry.defined.replace(id).is_some() {
            let message = format!("the block `{}` is defined twice", entry.words);
            return fault_at(span, message);
        }
        self.locals.order.push(at);
        let mut block = Block { name, instructions: Vec::new() };
        let mut records: Vec<DebugRecord> = Vec::new();
        loop {
            while self.eat(b'#') {
                records.push(self.debug_record()?);
            }
            let mut instruction = self.instruction()?;
            instruction.records = std::mem::take(&mut records);
            let ends = instruction.op.is_terminator();
            block.instructions.push(instruction);
            if ends {
                self.locals.done.push(block);
                return Ok(());
            }
        }
    }

    /// Numbers of registers and blocks go upwards.
    fn next_number(&mut self, number: u32, span: Span) -> Parsed<()> {
        let next = self.locals.next_number;
        if number < next {
            let message = format!("numbers go upwards: `%{next}` or more goes here");
            return fault_at(span, message);
        }
        self.locals.next_number = number + 1;
        Ok(())
    }

    fn block_mention(&mut self, key: Key<'a>, span: Span) -> Parsed<u32> {
        match self.locals.table.get(&key) {
            Some(Local::Block(at)) => Ok(*at),
            Some(_) => fault_at(span, format!("`%{key}` is a register, not a block")),
            None => {
                let at = self.locals.blocks.len() as u32;
                let words = format!("%{key}");
                self.locals.blocks.push(BlockEntry { span, defined: None, words });
                self.locals.table.insert(key, Local::Block(at));
                Ok(at)
            }
        }
    }

    /// `%name`, the name of a block. The id is provisional until the function ends.
    pub fn block(&mut self) -> Parsed<BlockId> {
        let Token::Local(symbol) = self.token else { return self.expected("the name of a block") };
        let at = self.block_mention(Key::from(symbol), self.here())?;
        self.bump();
        Ok(BlockId(at))
    }

    /// `label %name`
    pub fn label(&mut self) -> Parsed<BlockId> {
        self.expect_word("label")?;
        self.block()
    }

    /// A register gets its type, and its number if it has no name.
    pub fn define_local(
        &mut self,
        symbol: Option<Symbol<'a>>,
        ty: Ty,
        span: Span,
    ) -> Parsed<ValueId> {
        let key = match symbol {
            Some(symbol) => Key::from(symbol).or_number(self.locals.next_number),
            None => Key::Number(self.locals.next_number),
        };
        if let Key::Number(number) = key {
            self.next_number(number, span)?;
        }
        let id = ValueId::new(self.locals.values.len());
        self.locals.values.push(Value { ty, name: key.name() });
        match self.locals.table.get(&key) {
            None => {}
            Some(&Local::Forward(at)) => {
                let forward = &mut self.locals.forward[at as usize];
                forward.resolved = Some(id);
                let (wanted, place) = (forward.ty, forward.span);
                if wanted != ty {
                    let message = format!(
                        "`%{key}` has type `{}`, but is used as `{}`",
                        self.show(ty),
                        self.show(wanted)
                    );
                    return fault_at(place, message);
                }
            }
            Some(Local::Value(_) | Local::Block(_)) => {
                return fault_at(span, format!("`%{key}` is defined twice"));
            }
        }
        self.locals.table.insert(key, Local::Value(id));
        Ok(id)
    }

    /// A register or constant of a known type.
    #[inline]
    pub fn value(&mut self, ty: Ty) -> Parsed<Operand> {
        match self.token {
            Token::Local(symbol) => {
                let operand = self.local_at(symbol, ty, self.here())?;
                self.bump();
                Ok(operand)
            }
            _ => self.constant(ty).map(Operand::Const),
        }
    }

    /// `T value`
    pub fn typed_value(&mut self) -> Parsed<(Ty, Operand)> {
        let ty = self.ty()?;
        Ok((ty, self.value(ty)?))
    }

    /// A register that is used, defined already or not.
    pub fn local_at(&mut self, symbol: Symbol<'a>, ty: Ty, span: Span) -> Parsed<Operand> {
        let key = Key::from(symbol);
        match self.locals.table.get(&key) {
            Some(&Local::Value(id)) => {
                let found = self.locals.values[id.index()].ty;
                self.same_type(&key, found, ty, span)?;
                Ok(Operand::Local(id))
            }
            Some(&Local::Forward(at)) => {
                let found = self.locals.forward[at as usize].ty;
                self.same_type(&key, found, ty, span)?;
                Ok(Operand::Local(ValueId(FORWARD | at)))
            }
            Some(Local::Block(_)) => fault_at(span, format!("`%{key}` is a block, not a register")),
            None => {
                if !self.inside {
                    return fault_at(span, "there are no registers outside of functions");
                }
                if matches!(self.module.types[ty], Type::Void | Type::Label | Type::Function { .. })
                {
                    return fault_at(span, format!("`%{key}` cannot have such a type"));
                }
                let at = self.locals.forward.len() as u32;
                let words = format!("%{key}");
                self.locals.forward.push(Forward { ty, span, resolved: None, words });
                self.locals.table.insert(key, Local::Forward(at));
                Ok(Operand::Local(ValueId(FORWARD | at)))
            }
        }
    }

    fn same_type(&self, key: &Key<'_>, found: Ty, wanted: Ty, span: Span) -> Parsed<()> {
        if found == wanted {
            return Ok(());
        }
        let (found, wanted) = (self.show(found), self.show(wanted));
        fault_at(span, format!("`%{key}` has type `{found}`, but is used as `{wanted}`"))
    }
}

/// Puts the right ids in the place of provisional ones.
fn resolve(locals: &Locals<'_>, body: &mut Body) -> Parsed<()> {
    if let Some(missing) = locals.forward.iter().find(|forward| forward.resolved.is_none()) {
        return fault_at(missing.span, format!("`{}` is used but not defined", missing.words));
    }
    if let Some(missing) = locals.blocks.iter().find(|block| block.defined.is_none()) {
        return fault_at(missing.span, format!("there is no block `{}`", missing.words));
    }
    let sorted = locals.order.iter().enumerate().all(|(at, &mention)| at as u32 == mention);
    if sorted && locals.forward.is_empty() {
        return Ok(());
    }
    let register = |id: &mut ValueId| {
        if id.0 >= FORWARD {
            let forward = &locals.forward[(id.0 - FORWARD) as usize];
            *id = forward.resolved.unwrap_or(*id);
        }
    };
    let block = |id: &mut BlockId| *id = locals.blocks[id.index()].defined.unwrap_or(*id);
    let mut operand = |operand: &mut Operand| {
        if let Operand::Local(id) = operand {
            register(id);
        }
    };
    for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        instruction.op.for_each_operand(&mut operand);
        instruction.op.for_each_successor(&mut { block });
        if let Op::Phi { incoming, .. } = &mut instruction.op {
            incoming.iter_mut().for_each(|(_, from)| block(from));
        }
        instruction.for_each_metadata(&mut |metadata| metadata.for_each_local(&mut { register }));
    }
    for order in &mut body.use_list_orders {
        match &mut order.of {
            crate::syntax::UseListOwner::Value(value) => operand(value),
            crate::syntax::UseListOwner::Block(id) => block(id),
        }
    }
    Ok(())
}
