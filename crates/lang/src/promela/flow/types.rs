//! The layout of variables: arrays and records as rows of slots.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::super::ast::{Declaration, Initial, Type};
use super::super::program::{ChannelType, Expr, Meaning, Slot, Start, Width};
use super::super::token::{At, Symbol};
use super::scope::Variable;
use super::{Flow, Flowed, MAX_SLOTS, Starts, is_simple};

/// A `typedef`.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub(super) fields: IndexMap<Symbol, Field, FxBuildHasher>,
    /// Its slots, named `.f`, `.g[1]`.
    pub(super) slots: Vec<Slot>,
    starts: Starts,
}

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    pub(super) offset: u32,
    pub(super) kind: Type,
    /// The number of elements of an array.
    pub(super) count: Option<u32>,
    /// The slots of one element.
    pub(super) stride: u32,
}

pub(super) fn width(kind: Type) -> Width {
    match kind {
        Type::Bit | Type::Bool => Width::Bits(1),
        Type::Unsigned(bits) => Width::Bits(bits),
        Type::Short => Width::Short,
        Type::Int => Width::Int,
        Type::Byte | Type::Mtype | Type::Chan | Type::Pid | Type::Named(_) => Width::Byte,
    }
}

pub(super) fn meaning(kind: Type) -> Meaning {
    match kind {
        Type::Mtype => Meaning::Mtype,
        Type::Chan => Meaning::Channel,
        _ => Meaning::Number,
    }
}

impl Flow<'_> {
    pub(super) fn record_types(&mut self) {
        let ast = self.ast;
        for definition in &ast.typedefs {
            let (mut fields, mut slots) = (IndexMap::default(), Vec::new());
            let mut all = Starts::new();
            for declaration in &definition.fields {
                let Ok((variable, starts)) = self.declare(declaration, &mut slots, true) else {
                    continue;
                };
                all.extend(starts);
                let field = Field {
                    offset: variable.base,
                    kind: variable.kind,
                    count: variable.count,
                    stride: variable.stride,
                };
                fields.insert(declaration.name, field);
            }
            for slot in &mut slots {
                slot.name.insert(0, '.');
            }
            let record = Record { fields, slots, starts: all };
            if self.records.insert(definition.name, record).is_some() {
                let text = self.text(definition.name).to_owned();
                self.error(definition.at, format!("the type `{text}` is declared twice"));
            }
        }
    }

    /// Gives a variable its slots. Initial values that are expressions belong to the start only if
    /// it is declared before the first statement.
    pub(super) fn declare(
        &mut self,
        declaration: &Declaration,
        slots: &mut Vec<Slot>,
        at_start: bool,
    ) -> Flowed<(Variable, Starts)> {
        let at = declaration.at;
        let count = match &declaration.size {
            None => None,
            Some(size) => {
                let count = self.constant(size)?;
                if count < 1 || count as usize > MAX_SLOTS {
                    let message = format!("an array has between 1 and {MAX_SLOTS} elements");
                    return Err(self.error(size.at, message));
                }
                Some(count as u32)
            }
        };
        let record = match declaration.kind {
            Type::Named(name) => match self.records.get(&name) {
                Some(record) => Some(record.clone()),
                None => {
                    let text = self.text(name).to_owned();
                    let message = format!("the type `{text}` is not declared before it is used");
                    return Err(self.error(at, message));
                }
            },
            _ => None,
        };
        let stride = record.as_ref().map_or(1, |record| record.slots.len()) as u32;
        let total = (stride as usize).saturating_mul(count.unwrap_or(1) as usize);
        self.room(at, slots, total)?;
        let base = slots.len() as u32;
        let name = self.text(declaration.name).to_owned();
        let mut starts = Starts::new();
        for element in 0..count.unwrap_or(1) {
            let name = match count {
                Some(_) => format!("{name}[{element}]"),
                None => name.clone(),
            };
            let first = slots.len() as u32;
            match &record {
                Some(record) => {
                    let inner =
                        |slot: &Slot| Slot { name: format!("{name}{}", slot.name), ..*slot };
                    slots.extend(record.slots.iter().map(inner));
                    let moved = record.starts.iter();
                    starts.extend(moved.map(|(slot, start)| (first + slot, start.clone())));
                }
                None => slots.push(Slot {
                    name,
                    width: width(declaration.kind),
                    meaning: meaning(declaration.kind),
                }),
            }
        }
        let variable = Variable { at, base, kind: declaration.kind, count, stride };
        match &declaration.initial {
            Some(_) if !is_simple(declaration.kind) => {
                return Err(self.error(at, "a record gets its values field by field"));
            }
            Some(Initial::Channel(capacity, fields)) => {
                let channel = self.channel(declaration, capacity, fields)?;
                starts.extend(variable.slots().map(|slot| (slot, Start::Channel(channel))));
            }
            Some(Initial::Value(value)) if at_start => {
                let value = self.expression(value)?;
                starts.extend(variable.slots().map(|slot| (slot, Start::Value(value.clone()))));
            }
            Some(Initial::Values(values)) => {
                if values.len() > count.unwrap_or(1) as usize {
                    return Err(self.error(at, "there are more values than elements"));
                }
                let values: Result<Vec<Expr>, _> =
                    values.iter().map(|value| self.expression(value)).collect();
                starts.extend(variable.slots().zip(values?.into_iter().map(Start::Value)));
            }
            // What is declared later gets its value there.
            None | Some(Initial::Value(_)) => {}
        }
        Ok((variable, starts))
    }

    fn channel(
        &mut self,
        declaration: &Declaration,
        capacity: &super::Expression,
        fields: &[(Type, At)],
    ) -> Flowed<usize> {
        let size = self.constant(capacity)?;
        if !(0..=255).contains(&size) {
            return Err(self.error(capacity.at, "a channel holds between 0 and 255 messages"));
        }
        let mut flat = Vec::new();
        for &(kind, at) in fields {
            match kind {
                Type::Named(name) => {
                    let Some(record) = self.records.get(&name) else {
                        let text = self.text(name).to_owned();
                        return Err(self.error(at, format!("there is no type `{text}`")));
                    };
                    flat.extend(record.slots.iter().map(|slot| (slot.width, slot.meaning)));
                }
                _ => flat.push((width(kind), meaning(kind))),
            }
        }
        if flat.len() > 255 {
            return Err(self.error(declaration.at, "a message has at most 255 fields"));
        }
        let name = self.text(declaration.name).to_owned();
        let channel = ChannelType { name, capacity: size as usize, fields: flat };
        self.program.channels.push(channel);
        Ok(self.program.channels.len() - 1)
    }
}
