//! The sequencing crossover: a new function that calls two others, one after the other, with
//! data that flows between them. Three ways: the result of the first is an argument of the
//! second; both are given one pointer; their results meet in an operation. Where none is
//! possible they only follow one another. Arguments that stay open are constants, or parameters
//! of the new function.

use spektr_entropy::Entropy;
use spektr_text::Span;

use super::constant;
use super::graft::free_name;
use crate::syntax::{
    Alloca, Argument, Attribute, BinaryOp, Block, Body, Call, Callee, Flag, Flags, Function,
    FunctionAttributes, Global, GlobalId, GlobalKind, Instruction, Linkage, Module, Name, Op,
    Operand, Ty, Type, Value, ValueId, Visibility,
};

/// How two calls are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Return,
    Pointer,
    Operation,
    /// Nothing flows.
    Apart,
}

/// Adds the function that calls `first` and then `second`; says how they are joined.
pub fn sequence(
    module: &mut Module,
    first: GlobalId,
    second: GlobalId,
    open_permille: u32,
    entropy: &mut Entropy,
) -> Option<Way> {
    let sides = [Side::new(module, first)?, Side::new(module, second)?];
    let mut ways = ways(module, &sides);
    entropy.shuffle(&mut ways);
    ways.push((Way::Apart, 0, 0));
    let &(way, at, other) = ways.first()?;
    let mut caller = Caller::new(module, open_permille);
    let shared = match way {
        Way::Pointer => caller.shared_pointer(sides[0].params[at], entropy),
        _ => None,
    };
    if way == Way::Pointer && shared.is_none() {
        return None;
    }
    let one = caller.call(&sides[0], shared.map(|it| (at, it)), entropy)?;
    let joined = match way {
        Way::Return => one.map(|it| (other, it)),
        Way::Pointer => shared.map(|it| (other, it)),
        Way::Operation | Way::Apart => None,
    };
    let two = caller.call(&sides[1], joined, entropy)?;
    let returned = match (way, one, two) {
        (Way::Operation, Some(one), Some(two)) => caller.operation(one, two, entropy),
        _ => two.or(one),
    };
    caller.finish(returned);
    Some(way)
}

/// A function that is called.
struct Side {
    id: GlobalId,
    result: Ty,
    params: Vec<Ty>,
}

impl Side {
    fn new(module: &Module, id: GlobalId) -> Option<Side> {
        let (result, params, _) = module.signature(module.global(id).ty)?;
        Some(Side { id, result, params: params.to_vec() })
    }
}

/// All ways to join two calls: which, and the parameters that matter for it.
fn ways(module: &Module, [first, second]: &[Side; 2]) -> Vec<(Way, usize, usize)> {
    let mut ways = Vec::new();
    for (other, &ty) in second.params.iter().enumerate() {
        if ty == first.result {
            ways.push((Way::Return, 0, other));
        }
        if matches!(module.types[ty], Type::Pointer { .. }) {
            let same = first.params.iter().enumerate().filter(|(_, it)| **it == ty);
            ways.extend(same.map(|(at, _)| (Way::Pointer, at, other)));
        }
    }
    let scalar = &module.types[module.types.scalar(first.result)];
    if first.result == second.result && matches!(scalar, Type::Int(_) | Type::Float(_)) {
        ways.push((Way::Operation, 0, 0));
    }
    ways
}

/// The new function as it grows.
struct Caller<'a> {
    module: &'a mut Module,
    /// Of 1000 arguments that nothing supplies, so many are parameters.
    open_permille: u32,
    params: Vec<Ty>,
    /// Results, numbered behind all parameters there will be; settled at the end.
    results: Vec<Ty>,
    instructions: Vec<Instruction>,
}

/// Results are numbered from here until the parameters are known.
const RESULTS: u32 = 1 << 30;

impl<'a> Caller<'a> {
    fn new(module: &'a mut Module, open_permille: u32) -> Caller<'a> {
        let (params, results, instructions) = Default::default();
        Caller { module, open_permille, params, results, instructions }
    }

    fn add(&mut self, op: Op, ty: Option<Ty>) -> Option<Operand> {
        let result = ty.map(|ty| {
            self.results.push(ty);
            ValueId(RESULTS + self.results.len() as u32 - 1)
        });
        let (metadata, records, span) = (Vec::new(), Vec::new(), Span::default());
        self.instructions.push(Instruction { result, op, metadata, records, span });
        result.map(Operand::Local)
    }

    fn parameter(&mut self, ty: Ty) -> Operand {
        self.params.push(ty);
        Operand::Local(ValueId::new(self.params.len() - 1))
    }

    /// One pointer for both: a parameter, or memory of the new function.
    fn shared_pointer(&mut self, ty: Ty, entropy: &mut Entropy) -> Option<Operand> {
        if entropy.permille(self.open_permille) || self.module.types.pointer_space(ty) != Some(0) {
            return Some(self.parameter(ty));
        }
        let word = self.module.types.int(64);
        let length = [1, 2, 4, 16][entropy.index(4)];
        let contents = self.module.types.intern(Type::Array { length, element: word });
        let alloca = Alloca {
            ty: contents,
            count: None,
            align: Some(16),
            space: None,
            in_alloca: false,
            swift_error: false,
            pointer: ty,
        };
        self.add(Op::Alloca(Box::new(alloca)), Some(ty))
    }

    /// Calls a function, with a value for one of its parameters. The result is `None` if
    /// there is no such call, and `Some(None)` if the call has no result.
    fn call(
        &mut self,
        side: &Side,
        given: Option<(usize, Operand)>,
        entropy: &mut Entropy,
    ) -> Option<Option<Operand>> {
        let mut args = Vec::with_capacity(side.params.len());
        for (at, &ty) in side.params.iter().enumerate() {
            let value = match given {
                Some((wanted, value)) if wanted == at => value,
                _ => self.open(ty, entropy)?,
            };
            let function = self.module.global(side.id).function()?;
            let declared = function.param_attributes.get(at).map_or(&[][..], |it| it);
            let attributes = declared.iter().filter(|it| is_abi(it)).cloned().collect();
            args.push(Argument::Value { value, attributes });
        }
        let callee = self.module.address_of(side.id);
        let global = self.module.global(side.id);
        let function = global.function()?;
        let call = Call {
            tail: None,
            flags: Flags::NONE,
            convention: function.convention,
            result_attributes: Vec::new(),
            space: (global.space != 0).then_some(global.space),
            ty: global.ty,
            callee: Callee::Value(callee),
            args,
            attributes: FunctionAttributes::default(),
            bundles: Vec::new(),
        };
        let result = (self.module.types[side.result] != Type::Void).then_some(side.result);
        Some(self.add(Op::Call(Box::new(call)), result))
    }

    /// An argument that nothing supplies.
    fn open(&mut self, ty: Ty, entropy: &mut Entropy) -> Option<Operand> {
        if entropy.permille(self.open_permille) {
            return Some(self.parameter(ty));
        }
        match constant::draw(self.module, ty, entropy) {
            Some(constant) => Some(Operand::Const(constant)),
            None => Some(self.parameter(ty)),
        }
    }

    fn operation(
        &mut self,
        left: Operand,
        right: Operand,
        entropy: &mut Entropy,
    ) -> Option<Operand> {
        let Operand::Local(value) = left else { return None };
        let ty = self.results[(value.0 - RESULTS) as usize];
        let is_float = matches!(self.module.types[self.module.types.scalar(ty)], Type::Float(_));
        let fitting: Vec<BinaryOp> =
            BinaryOp::ALL.iter().copied().filter(|op| op.is_float() == is_float).collect();
        let op = *entropy.pick(&fitting)?;
        self.add(Op::Binary { op, flags: Flags::NONE, left, right }, Some(ty))
    }

    /// Adds the function to the module.
    fn finish(mut self, returned: Option<Operand>) {
        let result = match returned {
            Some(Operand::Local(value)) if value.0 >= RESULTS => {
                self.results[(value.0 - RESULTS) as usize]
            }
            _ => self.module.types.void(),
        };
        self.add(Op::Ret(returned), None);
        let offset = self.params.len() as u32;
        let settle = |id: &mut ValueId| {
            if id.0 >= RESULTS {
                id.0 = id.0 - RESULTS + offset;
            }
        };
        for instruction in &mut self.instructions {
            instruction.result.iter_mut().for_each(settle);
            instruction.op.for_each_operand(&mut |operand| {
                if let Operand::Local(id) = operand {
                    settle(id);
                }
            });
        }
        let values = self.params.iter().chain(&self.results);
        let body = Body {
            values: values.map(|&ty| Value { ty, name: None }).collect(),
            params: offset,
            blocks: vec![Block { name: None, instructions: self.instructions }],
            use_list_orders: Vec::new(),
        };
        let params: Box<[Ty]> = self.params.into();
        let param_attributes = vec![Vec::new(); params.len()];
        let ty = self.module.types.intern(Type::Function { result, params, variadic: false });
        let space = self.module.program_space();
        let pointer = self.module.types.pointer(space);
        let function = Function {
            convention: Default::default(),
            result_attributes: Vec::new(),
            param_attributes,
            attributes: FunctionAttributes::default(),
            section: None,
            comdat: None,
            align: None,
            gc: None,
            prefix: None,
            prologue: None,
            personality: None,
            metadata: Vec::new(),
            body: Some(body),
        };
        let taken = |name: &Name| {
            self.module.globals.iter().any(|global| global.name.as_ref() == Some(name))
        };
        let name = free_name(&Name::from("sequence"), taken);
        self.module.globals.push(Global {
            name: Some(name),
            linkage: Linkage::External,
            preemption: None,
            visibility: Visibility::Default,
            dll: None,
            thread_local: None,
            unnamed_addr: None,
            space,
            ty,
            pointer,
            partition: None,
            kind: GlobalKind::Function(Box::new(function)),
            span: Span::default(),
        });
    }
}

/// Attributes that a call must repeat: they say how an argument is passed.
fn is_abi(attribute: &Attribute) -> bool {
    matches!(
        attribute,
        Attribute::Type(..) | Attribute::Flag(Flag::InReg | Flag::SignExt | Flag::ZeroExt)
    )
}
