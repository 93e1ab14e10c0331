//! The engines against each other, against the definitions and against the certificate checker, on
//! seeded random systems and on families. One program, which is linked once; a file is one engine,
//! or one question.

mod agar_client_server;
mod agar_random;
mod by_definition;
mod check_random;
mod circular_client_server;
mod circular_random;
mod common;
mod conformance_figures;
mod conformance_random;
mod conjectures;
mod departures_random;
mod formulas_random;
mod given_random;
mod hunt;
mod learn_random;
mod learn_weakest;
mod linear_random;
mod liveness_random;
mod liveness_table;
mod monitors_random;
mod probabilistic_random;
mod quotient_random;
mod refines_random;
mod rewards_random;
mod rounds_random;
mod seam_random;
mod search_random;
mod simulation_random;
mod stubborn_random;
mod symbolic_random;
mod vacuity_random;
mod with_simulations;
