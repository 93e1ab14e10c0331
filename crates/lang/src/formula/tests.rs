//! What binds how, what belongs to a proposition, and what is said about mistakes.

use surmise_model::PropositionId;
use surmise_model::formula::Notation;

use super::*;

/// Reads a formula and writes it back, with brackets; propositions are numbered as they come.
fn read(text: &str) -> Result<String, Vec<Diagnostic>> {
    let mut names: Vec<String> = Vec::new();
    let formula = parse(text, |formulas, atom| {
        if atom.text.starts_with("unknown") {
            return Err(vec![Diagnostic::error(atom.span, "there is no such proposition")]);
        }
        let place = names.iter().position(|name| name == atom.text).unwrap_or_else(|| {
            names.push(atom.text.to_owned());
            names.len() - 1
        });
        Ok(formulas.proposition(PropositionId::of(place)))
    })?;
    let name = |proposition: PropositionId| format!("`{}`", names[proposition.index()]);
    Ok(formula.shown(Notation::Spin, &name).to_string().replace('`', "'"))
}

#[test]
fn binding_is_that_of_spin() {
    let cases = [
        ("p -> q -> r", "('p' -> 'q') -> 'r'"),
        ("p U q U r", "('p' U 'q') U 'r'"),
        ("[] p U q", "[]'p' U 'q'"),
        ("p && q U r", "'p' && ('q' U 'r')"),
        ("p || q && r", "'p' || ('q' && 'r')"),
        ("p <-> q || r", "'p' <-> ('q' || 'r')"),
        ("!p && X q", "!'p' && X 'q'"),
        ("[]<>p -> [](q -> <>r)", "[]<>'p' -> []('q' -> <>'r')"),
        ("G (p implies F q)", "[]('p' -> <>'q')"),
        ("always (p until q)", "[]('p' U 'q')"),
        ("p R q || p V q", "('p' V 'q') || ('p' V 'q')"),
        ("((p))", "'p'"),
        ("!true || false", "!true || false"),
        ("p /\\ q \\/ r", "('p' && 'q') || 'r'"),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn comparisons_belong_to_propositions() {
    let cases = [
        ("[] x == 1", "[]'x == 1'"),
        ("! x == 1", "!'x == 1'"),
        ("x == 1 U q", "'x == 1' U 'q'"),
        ("(x + 1) * 2 > y && q", "'(x + 1) * 2 > y' && 'q'"),
        ("((x + 1) > 2)", "'(x + 1) > 2'"),
        ("x == -1 -> <>(len(c) < 3)", "'x == -1' -> <>'len(c) < 3'"),
        ("[](a[1].b.c -> <>{x, y}.z)", "[]('a[1].b.c' -> <>'{x, y}.z')"),
        ("P[1]@cs || c?[msg, 1]", "'P[1]@cs' || 'c?[msg, 1]'"),
        ("x == !y && q", "'x == !y' && 'q'"),
        ("x == true", "'x == true'"),
        ("<> \"F\" && \"a -> b\"", "<>'F' && 'a -> b'"),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn all_mistakes_at_once() {
    let cases: [(&str, &[(usize, &str)]); 9] = [
        ("", &[(0, "expected a formula")]),
        ("p &&", &[(4, "expected a formula")]),
        ("(p", &[(2, "a bracket is not closed")]),
        ("p)", &[(1, "a bracket closes what was not opened")]),
        ("p q", &[(2, "expected an operator")]),
        ("p = q", &[(2, "this character has no meaning in a formula")]),
        ("\"p", &[(0, "a quote is not closed")]),
        ("a[1", &[(3, "a bracket is not closed")]),
        (
            "unknown1 && && unknown2",
            &[
                (0, "there is no such proposition"),
                (12, "expected a formula"),
                (15, "there is no such proposition"),
            ],
        ),
    ];
    for (text, expected) in cases {
        let found: Vec<_> = read(text)
            .expect_err(text)
            .into_iter()
            .map(|error| (error.span.unwrap_or_default().start, error.message))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|&(place, message)| (place, message.to_owned())).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn depth_is_no_recursion() {
    let deep = format!("{}p{}", "(".repeat(200_000), ")".repeat(200_000));
    assert_eq!(read(&deep).as_deref(), Ok("'p'"));
    assert!(read(&"!".repeat(500_000)).is_err());
    assert!(read(&"(".repeat(500_000)).is_err());
    assert!(read(&format!("p{}", " -> p".repeat(100_000))).is_ok());
}
