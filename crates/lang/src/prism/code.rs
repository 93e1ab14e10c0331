//! Expressions with their names resolved and their types known, ready to be evaluated.
//!
//! One arena holds all of them, equal ones once. Booleans are the numbers 0 and 1, so that guards
//! and whole numbers are evaluated by one function that allocates nothing; doubles are exact
//! rationals and have a function of their own. What is constant is evaluated when it is made.

use rustc_hash::FxHashMap;
use surmise_model::Rational;

use super::ast::Type;
use super::token::At;

/// An expression of one [`Code`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CodeId(u32);

/// What an expression does. The operands of `Real…` are doubles, those of the others are whole
/// numbers or booleans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    Int(i64),
    Variable(u32),
    /// Whether the state is initial.
    Initial,
    /// Whether the state has no command that is enabled.
    Deadlock,
    Not(CodeId),
    And(CodeId, CodeId),
    Or(CodeId, CodeId),
    Compare(Comparison, CodeId, CodeId),
    /// A variable with a constant: most guards are these.
    CompareConstant(Comparison, u32, i64),
    Negate(CodeId),
    Add(CodeId, CodeId),
    Subtract(CodeId, CodeId),
    Multiply(CodeId, CodeId),
    Modulo(CodeId, CodeId),
    Power(CodeId, CodeId),
    Min(CodeId, CodeId),
    Max(CodeId, CodeId),
    If(CodeId, CodeId, CodeId),
    RealCompare(Comparison, CodeId, CodeId),
    Floor(CodeId),
    Ceil(CodeId),
    /// A number of the table of rationals.
    Real(u32),
    ToReal(CodeId),
    RealNegate(CodeId),
    RealAdd(CodeId, CodeId),
    RealSubtract(CodeId, CodeId),
    RealMultiply(CodeId, CodeId),
    RealDivide(CodeId, CodeId),
    RealPower(CodeId, CodeId),
    RealLog(CodeId, CodeId),
    RealMin(CodeId, CodeId),
    RealMax(CodeId, CodeId),
    RealIf(CodeId, CodeId, CodeId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Comparison {
    pub(crate) fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }

    /// The comparison with its sides exchanged.
    fn mirrored(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            same => same,
        }
    }
}

/// All expressions of a model.
#[derive(Debug, Clone, Default)]
pub(crate) struct Code {
    ops: Vec<Op>,
    types: Vec<Type>,
    /// Where each was first met in the source.
    places: Vec<At>,
    /// How many operations it takes to evaluate each.
    sizes: Vec<u32>,
    known: FxHashMap<(Op, Type), CodeId>,
    reals: Vec<Rational>,
    known_reals: FxHashMap<Rational, u32>,
}

impl Code {
    #[inline]
    pub(super) fn op(&self, id: CodeId) -> Op {
        self.ops[id.0 as usize]
    }

    pub(super) fn type_of(&self, id: CodeId) -> Type {
        self.types[id.0 as usize]
    }

    pub(crate) fn place(&self, id: CodeId) -> At {
        self.places[id.0 as usize]
    }

    /// How many operations it takes to evaluate it.
    pub(crate) fn size(&self, id: CodeId) -> u32 {
        self.sizes[id.0 as usize]
    }

    #[inline]
    pub(super) fn rational(&self, index: u32) -> &Rational {
        &self.reals[index as usize]
    }

    /// Adds an operation, or what it comes to if it is constant.
    pub(crate) fn add(&mut self, op: Op, r#type: Type, at: At) -> CodeId {
        let op = self.simplified(op);
        let id = self.insert(op, r#type, at);
        let foldable = !matches!(op, Op::Int(_) | Op::Real(_)) && self.operands_are_constant(op);
        if !foldable {
            return id;
        }
        // What cannot be evaluated stays, and is a fault only if it is ever needed.
        match r#type {
            Type::Double => match self.real(id, &[]) {
                Ok(real) => self.constant_real(&real, at),
                Err(_) => id,
            },
            _ => match self.int(id, &[]) {
                Ok(int) => self.insert(Op::Int(int), r#type, at),
                Err(_) => id,
            },
        }
    }

    fn insert(&mut self, op: Op, r#type: Type, at: At) -> CodeId {
        if let Some(&known) = self.known.get(&(op, r#type)) {
            return known;
        }
        let id = CodeId(self.ops.len() as u32);
        let mut size = 1u32;
        self.for_operands(op, |operand| {
            size = size.saturating_add(self.sizes[operand.0 as usize]);
        });
        self.known.insert((op, r#type), id);
        self.ops.push(op);
        self.types.push(r#type);
        self.places.push(at);
        self.sizes.push(size);
        id
    }

    pub(crate) fn constant_real(&mut self, value: &Rational, at: At) -> CodeId {
        let next = self.reals.len() as u32;
        let index = *self.known_reals.entry(value.clone()).or_insert(next);
        if index == next {
            self.reals.push(value.clone());
        }
        self.insert(Op::Real(index), Type::Double, at)
    }

    fn simplified(&self, op: Op) -> Op {
        let constant = |id| match self.op(id) {
            Op::Int(value) => Some(value),
            _ => None,
        };
        let Op::Compare(comparison, left, right) = op else { return op };
        match (self.op(left), constant(left), self.op(right), constant(right)) {
            (Op::Variable(slot), _, _, Some(value)) => Op::CompareConstant(comparison, slot, value),
            (_, Some(value), Op::Variable(slot), _) => {
                Op::CompareConstant(comparison.mirrored(), slot, value)
            }
            _ => op,
        }
    }

    fn operands_are_constant(&self, op: Op) -> bool {
        let mut constant =
            !matches!(op, Op::Variable(_) | Op::CompareConstant(..) | Op::Initial | Op::Deadlock);
        self.for_operands(op, |id| constant &= matches!(self.op(id), Op::Int(_) | Op::Real(_)));
        constant
    }

    /// Whether the value does not depend on the state.
    pub(crate) fn is_constant(&self, id: CodeId) -> bool {
        matches!(self.op(id), Op::Int(_) | Op::Real(_))
    }

    pub(super) fn for_operands(&self, op: Op, mut each: impl FnMut(CodeId)) {
        match op {
            Op::Int(_)
            | Op::Variable(_)
            | Op::Initial
            | Op::Deadlock
            | Op::CompareConstant(..)
            | Op::Real(_) => {}
            Op::Not(a)
            | Op::Negate(a)
            | Op::Floor(a)
            | Op::Ceil(a)
            | Op::ToReal(a)
            | Op::RealNegate(a) => each(a),
            Op::And(a, b)
            | Op::Or(a, b)
            | Op::Compare(_, a, b)
            | Op::Add(a, b)
            | Op::Subtract(a, b)
            | Op::Multiply(a, b)
            | Op::Modulo(a, b)
            | Op::Power(a, b)
            | Op::Min(a, b)
            | Op::Max(a, b)
            | Op::RealCompare(_, a, b)
            | Op::RealAdd(a, b)
            | Op::RealSubtract(a, b)
            | Op::RealMultiply(a, b)
            | Op::RealDivide(a, b)
            | Op::RealPower(a, b)
            | Op::RealLog(a, b)
            | Op::RealMin(a, b)
            | Op::RealMax(a, b) => [a, b].into_iter().for_each(each),
            Op::If(a, b, c) | Op::RealIf(a, b, c) => [a, b, c].into_iter().for_each(each),
        }
    }

    /// The variables that an expression reads, in any order, each once.
    pub(crate) fn variables(&self, id: CodeId) -> Vec<u32> {
        let mut found = Vec::new();
        self.for_all(id, |op| {
            if let Op::Variable(slot) | Op::CompareConstant(_, slot, _) = op {
                found.push(slot);
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether an expression asks for more of a state than the values of variables.
    pub(crate) fn is_about_whole_state(&self, id: CodeId) -> bool {
        let mut found = false;
        self.for_all(id, |op| found |= matches!(op, Op::Initial | Op::Deadlock));
        found
    }

    /// All operations of an expression, each once.
    fn for_all(&self, id: CodeId, mut each: impl FnMut(Op)) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            if seen.insert(id) {
                let op = self.op(id);
                each(op);
                self.for_operands(op, |operand| waiting.push(operand));
            }
        }
    }

    /// The conjuncts of a condition, from left to right.
    pub(crate) fn conjuncts(&self, id: CodeId) -> Vec<CodeId> {
        let (mut found, mut waiting) = (Vec::new(), vec![id]);
        while let Some(id) = waiting.pop() {
            match self.op(id) {
                Op::And(a, b) => waiting.extend([b, a]),
                Op::Int(1) => {}
                _ => found.push(id),
            }
        }
        found
    }
}
