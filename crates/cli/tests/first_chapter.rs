//! The book's first chapter as a new user follows it: an empty folder, the model typed from the
//! page, and the commands of the page, which print what the page says.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// Where the page says that the models are. Who types them has them at hand.
const FOLDER: &str = "docs/book/models/";

/// The blocks of a language on a page.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let start = format!("```{language}\n");
    page.split(&start).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_first_chapter_works_in_an_empty_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/book/src/first-model.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let door = blocks(&page, "text").concat();
    fs::write(folder.path().join("door.lts"), &door).unwrap();
    // "the last component is `a:KEY` instead of `{a,b}::KEY`"
    assert!(page.contains("is `a:KEY` instead of `{a,b}::KEY`"));
    fs::write(folder.path().join("two-keys.lts"), door.replace("{a,b}::KEY", "a:KEY")).unwrap();

    let run = |line: &str| {
        let mut words = line.split(' ').map(|word| word.replace(FOLDER, ""));
        assert_eq!(words.next().as_deref(), Some("surmise"), "{line}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_surmise"));
        let output = command.args(words).current_dir(&folder).env("NO_COLOR", "1").output();
        let output = output.expect("the program runs");
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let transcripts = blocks(&page, "console");
    assert_eq!(transcripts.len(), 2);
    for transcript in transcripts {
        let (command, rest) = transcript.strip_prefix("$ ").unwrap().split_once('\n').unwrap();
        let (status, said) = match rest.strip_prefix("? ") {
            None => (0, rest),
            Some(rest) => {
                let (status, said) = rest.split_once('\n').unwrap();
                (status.parse().unwrap(), said)
            }
        };
        let said = said.replace(FOLDER, "");
        assert_eq!(run(command), (status, said.trim_end().to_owned() + "\n"), "{command}");
    }
    // What else to try. A picture is there afterwards.
    let others: Vec<&str> = page.split('`').filter(|word| word.starts_with("surmise ")).collect();
    assert!(others.len() >= 3, "{others:?}");
    for command in others {
        let (status, said) = run(command);
        assert_eq!(status, 0, "{command}: {said}");
    }
    let picture = fs::read_to_string(folder.path().join("door.svg")).unwrap();
    assert!(picture.starts_with("<svg") || picture.contains("<svg "), "{picture}");
}
