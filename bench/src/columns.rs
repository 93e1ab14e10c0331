//! The columns of the papers' tables as options of `surmise check`.

use crate::family::Family;

/// How alphabets can be refined.
const REFINED: [&str; 3] = ["backward", "forward", "alldiff"];

/// How a table divides the systems in a column, as `--split` wants it.
pub(crate) fn split(table: &str, column: &str, family: &Family, k: u32) -> Option<String> {
    match table {
        "circular-1" if column.starts_with("2W") => Some(family.split(k)),
        "agar-1" | "learning-3" => Some(family.split(k)),
        "agar-2" => Some("balanced".to_owned()),
        _ => None,
    }
}

/// The options for a column: a method or a rule, and alphabets.
pub(crate) fn options(column: &str, split: Option<&str>) -> Vec<String> {
    let mut words: Vec<&str> = Vec::new();
    for word in column.split(' ') {
        match word {
            "mono" => return vec!["--method".to_owned(), "mono".to_owned()],
            "agar" => words.extend(["--method", "agar"]),
            "quotient" => words.extend(["--method", "quotient"]),
            "modal" => words.extend(["--labels", "modal"]),
            "learn" | "asym" => words.extend(["--method", "learn", "--rule", "asym"]),
            "sym" => words.extend(["--method", "learn", "--rule", "sym"]),
            "circ" => words.extend(["--method", "learn", "--rule", "circ"]),
            "2W" | "NW" => words.extend(["--method", "circular"]),
            alphabet => words.extend(["--alphabet", alphabet]),
        }
    }
    words.extend(split.into_iter().flat_map(|split| ["--split", split]));
    words.into_iter().map(str::to_owned).collect()
}

/// The same as the paper has it.
pub(crate) fn as_published(column: &str, split: Option<&str>) -> Vec<String> {
    let mut words = options(column, split);
    if column != "mono" {
        words.push("--as-published".to_owned());
    }
    words
}

/// All columns of a method, `learn` or `agar`, that refine alphabets. For two sides there is one
/// rule.
pub(crate) fn refined(method: &str, two_sides: bool) -> Vec<String> {
    let rules: &[&str] = match method {
        "learn" if two_sides => &["asym"],
        "learn" => &["asym", "sym", "circ"],
        other => &[other],
    };
    let columns = rules.iter().flat_map(|rule| REFINED.map(|name| format!("{rule} {name}")));
    columns.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_options() {
        let words = options("sym backward", Some("two")).join(" ");
        assert_eq!(words, "--method learn --rule sym --alphabet backward --split two");
        assert_eq!(options("mono", None).join(" "), "--method mono");
        assert_eq!(
            as_published("NW full", None).last().map(String::as_str),
            Some("--as-published")
        );
        assert_eq!(refined("learn", false).len(), 9);
        assert_eq!(refined("agar", true), ["agar backward", "agar forward", "agar alldiff"]);
    }
}
