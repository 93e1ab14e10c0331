//! Only a user interface knows how its options are spelled: no text of this library has a flag in it.

use std::path::Path;

/// Whether a line of code has `--word` inside of a string.
fn spells_a_flag(line: &str) -> bool {
    let code = line.trim_start();
    let is_comment = code.starts_with("//");
    let strings = code.split('"').skip(1).step_by(2);
    let flag = |text: &str| {
        text.match_indices("--").any(|(place, _)| {
            text[place + 2..].starts_with(|letter: char| letter.is_ascii_lowercase())
        })
    };
    !is_comment && strings.into_iter().any(flag)
}

fn look_through(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            look_through(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source");
        for (number, line) in text.lines().enumerate().filter(|(_, line)| spells_a_flag(line)) {
            found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
        }
    }
}

#[test]
fn no_text_spells_a_flag() {
    assert!(spells_a_flag("let help = \"use --never\";") && !spells_a_flag("a(\"x\"); b --c"));
    let mut found = Vec::new();
    look_through(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
