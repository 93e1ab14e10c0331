//! Builds components as values of the program, without any language or file, and checks them.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::error::Error;

use surmise::methods::{MethodOptions, by_name};
use surmise::model::{Claim, Component, Context, Lts, Outcome, Property, StateId, System};

/// A process that does some actions in turn, for ever.
fn cycle(system: &mut System, actions: &[&str]) -> Result<Lts, Box<dyn Error>> {
    let mut lts = Lts::builder();
    lts.ensure_states(actions.len());
    for (index, name) in actions.iter().enumerate() {
        let action = system.actions.intern(name)?;
        let next = (index + 1) % actions.len();
        lts.add(StateId::of(index), action, StateId::of(next));
    }
    Ok(lts.build()?)
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut system = System::default();
    let producer = cycle(&mut system, &["produce", "put"])?;
    let consumer = cycle(&mut system, &["get", "consume"])?;
    let buffer = cycle(&mut system, &["put", "get"])?;
    let order = cycle(&mut system, &["produce", "consume"])?;
    for (name, lts) in [("producer", producer), ("buffer", buffer), ("consumer", consumer)] {
        system.components.push(Component::new(name, lts));
    }
    system.properties.push(Property { name: "ORDER".to_owned(), lts: order });
    let method = by_name("agar").ok_or("there is such a method")?;
    let claims: Vec<Claim> = system.property_ids().map(Claim::Property).collect();
    let options = MethodOptions::default();
    for report in method.check(&system, &claims, &options, &Context::unlimited())? {
        match report.outcome {
            Outcome::Holds(proof) => {
                println!("it holds, with {} assumptions", proof.rule.assumptions().len());
            }
            Outcome::Violated(found) => {
                let word: Vec<&str> =
                    found.trace.actions().map(|action| system.actions.name(action)).collect();
                println!("it is violated: {}", word.join(" "));
            }
            Outcome::Unknown(unknown) => println!("undecided: {}", unknown.reason),
        }
    }
    Ok(())
}
