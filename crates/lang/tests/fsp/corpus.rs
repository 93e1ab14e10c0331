//! Every process of every model has the size that stands beside it.
//!
//! `// size: NAME states transitions` at the end of a model gives the size of the composition
//! (LTSA's count: π is no state, hidden actions are τ).

use surmise_lang::fsp::{Granularity, parse, processes};
use surmise_model::{Context, Diagnostic};

use super::{bless, compile_process, composed, models};

fn size(source: &str, process: &str) -> String {
    let compiled = compile_process(source, process, Granularity::Leaves)
        .unwrap_or_else(|diagnostics| panic!("{process}: {diagnostics:#?}"));
    let lts = composed(&compiled);
    format!("// size: {process} {} {}", lts.num_states(), lts.num_transitions())
}

#[test]
fn every_process_has_its_size() {
    let mut wrong = Vec::new();
    for (path, source) in models("fsp") {
        let (ast, diagnostics) = parse(&source, &Context::unlimited()).expect("no limits");
        assert!(
            !diagnostics.iter().any(Diagnostic::is_error),
            "{}: {diagnostics:#?}",
            path.display()
        );
        let expected: Vec<&str> =
            source.lines().filter(|line| line.starts_with("// size:")).collect();
        let found: Vec<String> =
            processes(&ast).iter().map(|process| size(&source, &process.name)).collect();
        if bless() {
            let model: String = source
                .lines()
                .filter(|line| !line.starts_with("// size:"))
                .flat_map(|line| [line, "\n"])
                .collect();
            let text = format!("{}\n\n{}\n", model.trim_end(), found.join("\n"));
            std::fs::write(&path, text).expect("the corpus can be written");
        } else if found != expected {
            wrong.push(format!("{}: found {found:#?}, expected {expected:#?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Composing every composite process before it is used is what LTSA does when it has to; on the
/// leaves it must come to the same.
#[test]
fn leaves_are_worth_their_composition() {
    let mut compared = 0;
    for (path, source) in models("fsp") {
        let forced: String = source
            .lines()
            .map(|line| match line.starts_with("||") {
                true => format!("compose {line}\n"),
                false => format!("{line}\n"),
            })
            .collect();
        let ast = parse(&source, &Context::unlimited()).expect("no limits").0;
        for process in processes(&ast).iter().filter(|process| process.composite) {
            let sizes = [
                (source.as_str(), Granularity::Leaves),
                (forced.as_str(), Granularity::Leaves),
                (source.as_str(), Granularity::Operands),
            ]
            .map(|(source, granularity)| {
                let compiled =
                    compile_process(source, &process.name, granularity).expect("compiles");
                let lts = composed(&compiled);
                (lts.num_states(), lts.num_transitions(), compiled.system.properties.len())
            });
            // A property inside a composed part is no property of the system any more.
            let counts = sizes.map(|(states, transitions, _)| (states, transitions));
            assert!(
                counts[0] == counts[1] && counts[0] == counts[2],
                "{} {}: {sizes:?}",
                path.display(),
                process.name
            );
            compared += 1;
        }
    }
    assert!(compared > 30);
}
