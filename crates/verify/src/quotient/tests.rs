//! Labels and equivalences against their definitions, and the worked example of the paper.

mod definitions;
mod modal;
mod worked_example;
