//! Names: which variable a name means, inside which blocks.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::super::ast::{Declaration, Expression, Reference, Type};
use super::super::program::{Expr, Place, Slot, Width};
use super::super::token::{At, Symbol, word};
use super::types::width;
use super::{Flow, Flowed, Starts};
use crate::outline::SymbolKind;

/// A declared variable.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variable {
    pub(super) at: At,
    pub(super) base: u32,
    pub(super) kind: Type,
    pub(super) count: Option<u32>,
    pub(super) stride: u32,
}

impl Variable {
    pub(super) fn slots(self) -> impl Iterator<Item = u32> + use<> {
        let total = self.stride * self.count.unwrap_or(1);
        self.base..self.base + total
    }
}

/// The variables of a process that are known at a place.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) slots: Vec<Slot>,
    /// The innermost block last.
    blocks: Vec<IndexMap<Symbol, Variable, FxBuildHasher>>,
    pub(super) starts: Starts,
}

impl Frame {
    pub(super) fn new() -> Self {
        Self { blocks: vec![IndexMap::default()], ..Self::default() }
    }

    pub(super) fn open(&mut self) {
        self.blocks.push(IndexMap::default());
    }

    pub(super) fn close(&mut self) {
        self.blocks.pop();
    }

    fn find(&self, name: Symbol) -> Option<Variable> {
        self.blocks.iter().rev().find_map(|block| block.get(&name).copied())
    }

    fn names(&self) -> impl Iterator<Item = Symbol> {
        self.blocks.iter().flat_map(|block| block.keys().copied())
    }
}

/// What a reference means: where it starts and what is there.
pub(super) struct Meant {
    pub(super) place: Place,
    pub(super) kind: Type,
    /// The elements, if a whole array is meant.
    pub(super) count: Option<u32>,
}

impl Flow<'_> {
    /// Declares a variable in the innermost block of the process.
    pub(super) fn local(&mut self, declaration: &Declaration, at_start: bool) -> Flowed<Variable> {
        let Some(frame) = &mut self.frame else {
            return Err(self.error(declaration.at, "no process is here"));
        };
        let mut slots = std::mem::take(&mut frame.slots);
        let result = self.declare(declaration, &mut slots, at_start);
        let Some(frame) = &mut self.frame else { return Err(super::Reported) };
        frame.slots = slots;
        let (variable, starts) = result?;
        frame.starts.extend(starts);
        let block = frame.blocks.last_mut();
        let twice = block.and_then(|block| block.insert(declaration.name, variable));
        if let Some(first) = twice {
            let text = self.text(declaration.name).to_owned();
            let reported = self.error(declaration.at, format!("`{text}` is declared twice"));
            if let Some(last) = self.diagnostics.last_mut() {
                last.related.push((first.at.span(), "first here".to_owned()));
            }
            return Err(reported);
        }
        self.declared(declaration);
        Ok(variable)
    }

    /// Takes note of where a variable is declared.
    pub(super) fn declared(&mut self, declaration: &Declaration) {
        let text = self.ast.text(declaration.name);
        if let Some(place) = declaration.at.written(text.len()) {
            self.tracer.define(SymbolKind::Variable, text, place);
        }
    }

    /// Takes note that a variable is used.
    pub(super) fn used(&mut self, variable: Variable, name: Symbol, at: At) {
        let length = self.ast.text(name).len();
        if let (Some(declared), Some(place)) = (variable.at.written(length), at.written(length)) {
            self.tracer.mention(declared, place);
        }
    }

    /// A hidden local variable of one number.
    pub(super) fn hidden(&mut self, name: &str, width: Width) -> Place {
        let slot =
            Slot { name: name.to_owned(), width, meaning: super::super::program::Meaning::Number };
        let slots = self.frame.as_mut().map(|frame| &mut frame.slots);
        let base = slots.map_or(0, |slots| {
            slots.push(slot);
            slots.len() as u32 - 1
        });
        Place { global: false, base, indices: Vec::new(), width, dummy: false }
    }

    fn variable(&mut self, name: Symbol, at: At) -> Flowed<(Variable, bool)> {
        if let Some(variable) = self.frame.as_ref().and_then(|frame| frame.find(name)) {
            self.used(variable, name, at);
            return Ok((variable, false));
        }
        if let Some(&variable) = self.globals.get(&name) {
            self.used(variable, name, at);
            return Ok((variable, true));
        }
        let text = self.text(name).to_owned();
        let locals: Vec<Symbol> = self.frame.iter().flat_map(Frame::names).collect();
        let known = locals.iter().chain(self.globals.keys()).chain(self.constants.keys());
        let meant = crate::suggest::closest(&text, known.map(|&name| self.ast.text(name)));
        let meant = meant.map(|meant| format!("did you mean `{meant}`?"));
        let reported = self.error(at, format!("there is no variable `{text}`"));
        if let Some(meant) = meant {
            self.help(meant);
        }
        Err(reported)
    }

    /// The constant that a reference names, if it names one and no variable hides it.
    pub(super) fn named_constant(&self, reference: &Reference) -> Option<i32> {
        let [(name, None)] = reference.parts[..] else { return None };
        let hidden = self.frame.as_ref().is_some_and(|frame| frame.find(name).is_some());
        self.constants.get(&name).copied().filter(|_| !hidden)
    }

    /// Where a reference leads, be it to a number, a record or an array.
    pub(super) fn meant(&mut self, reference: &Reference) -> Flowed<Meant> {
        let [(name, index), rest @ ..] = &reference.parts[..] else { return Err(super::Reported) };
        if *name == word::UNDERSCORE {
            let place = Place {
                global: false,
                base: 0,
                indices: Vec::new(),
                width: Width::Int,
                dummy: true,
            };
            return Ok(Meant { place, kind: Type::Int, count: None });
        }
        let (variable, global) = self.variable(*name, reference.at)?;
        self.path(variable, global, index.as_ref(), rest, reference.at)
    }

    /// Follows indices and fields from a variable.
    pub(super) fn path(
        &mut self,
        variable: Variable,
        global: bool,
        index: Option<&Expression>,
        rest: &[(Symbol, Option<Expression>)],
        at: At,
    ) -> Flowed<Meant> {
        let mut base = variable.base;
        let mut indices = Vec::new();
        let (mut kind, mut stride) = (variable.kind, variable.stride);
        let mut count = self.index(variable.count, stride, index, &mut indices, at)?;
        for (field, index) in rest {
            if count.is_some() {
                return Err(self.error(at, "an index is missing here"));
            }
            let found = match kind {
                Type::Named(name) => {
                    self.records.get(&name).and_then(|record| record.fields.get(field)).copied()
                }
                _ => None,
            };
            let Some(found) = found else {
                let text = self.text(*field).to_owned();
                return Err(self.error(at, format!("there is no field `{text}` here")));
            };
            base += found.offset;
            (kind, stride) = (found.kind, found.stride);
            count = self.index(found.count, stride, index.as_ref(), &mut indices, at)?;
        }
        let place = Place { global, base, indices, width: width(kind), dummy: false };
        Ok(Meant { place, kind, count })
    }

    fn index(
        &mut self,
        count: Option<u32>,
        stride: u32,
        index: Option<&Expression>,
        indices: &mut Vec<(Expr, u32, u32)>,
        at: At,
    ) -> Flowed<Option<u32>> {
        match (count, index) {
            (count, None) => Ok(count),
            (Some(count), Some(index)) => {
                let value = self.expression(index)?;
                if let Some(value) = super::super::run::constant(&value)
                    && !(0..count as i32).contains(&value)
                {
                    let message = format!("the array has {count} elements, numbered from 0");
                    self.warning(index.at, message);
                }
                indices.push((value, count, stride));
                Ok(None)
            }
            // As SPIN does: a variable is an array of one.
            (None, Some(index)) => {
                let value = self.expression(index)?;
                if super::super::run::constant(&value) != Some(0) {
                    return Err(self.error(at, "this is no array"));
                }
                Ok(None)
            }
        }
    }

    /// A variable that holds one number.
    pub(super) fn place(&mut self, reference: &Reference) -> Flowed<Place> {
        let meant = self.meant(reference)?;
        if matches!(meant.kind, Type::Named(_)) {
            return Err(self.error(reference.at, "a field of the record is missing here"));
        }
        // As SPIN does: an array without an index is its first element.
        Ok(meant.place)
    }
}
