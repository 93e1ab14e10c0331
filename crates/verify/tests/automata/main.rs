//! The operations on automata against their naive twins, on seeded random LTSs with everything that
//! can go wrong in them: τ, non-determinism, π (as the initial state, too), END with transitions,
//! unreachable states, actions without transitions.

mod constructions;
mod distinguishing;
mod formulas;
mod inclusion;
mod minimisation;
mod sample;
mod strict_monitor;
