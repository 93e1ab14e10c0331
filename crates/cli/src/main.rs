//! The `surmise` command.
fn main() {}
