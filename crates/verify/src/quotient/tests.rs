//! Labels and equivalences against their definitions, and the worked example of the paper.

mod cost;
mod definitions;
mod modal;
mod worked_example;
