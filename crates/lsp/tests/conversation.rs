//! Conversations with an editor, message by message.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};
use surmise::model::{Clock, Context, ReadError};
use surmise::{Attempt, Document, Files, Host, Texts, Writer};
use surmise_lsp::{Broken, Connection, Surroundings, serve};

const MODEL: &str = "const N = 2\n\
                     SEMA = (up -> down -> SEMA).\n\
                     P = (enter -> up -> down -> exit -> P).\n\
                     ||SYSTEM = (a:P || b:P || {a,b}::SEMA).\n\
                     property ONE = (a.enter -> b.enter -> ONE).\n\
                     ||CHECK = (SYSTEM || ONE).\n\
                     T(I=0) = (go[I] -> T | lots -> T[1]), T[i:1..N*9] = (go[i] -> T[1+i%9]).\n";

/// Texts and a clock.
#[derive(Debug)]
struct Machine(Texts, Started);

#[derive(Debug)]
struct Started(Instant);

impl Clock for Started {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Files for Machine {
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        self.0.open(path, context)
    }
    fn exists(&self, path: &Path) -> bool {
        self.0.exists(path)
    }
    fn same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }
    fn write(&self, path: &Path, writer: &mut Writer<'_>) -> Attempt<()> {
        self.0.write(path, writer)
    }
    fn refuse_inputs(&self, _: &[&Path]) -> Attempt<()> {
        Ok(())
    }
    fn unused(&self, path: &Path) -> std::path::PathBuf {
        path.to_owned()
    }
}

impl Host for Machine {
    fn clock(&self) -> Option<&dyn Clock> {
        Some(&self.1)
    }
}

/// An editor with a server at its side.
struct Editor {
    connection: Connection,
    server: Option<JoinHandle<Result<(), Broken>>>,
    asked: i32,
    /// Notifications and requests that came while something else was waited for.
    heard: Vec<Message>,
}

impl Editor {
    fn start() -> Self {
        let (here, there) = Connection::memory();
        let server = thread::spawn(move || {
            let texts = Texts::new([("/w/part.h", "byte shared;\n"), ("/w/other.lts", MODEL)]);
            let host = Arc::new(Machine(texts, Started(Instant::now())));
            let models = |folder: &Path| match folder == Path::new("/w") {
                true => vec![("/w/other.lts".into(), MODEL.to_owned())],
                false => Vec::new(),
            };
            serve(&there, Surroundings { host, models: Box::new(models) })
        });
        let mut editor =
            Self { connection: here, server: Some(server), asked: 0, heard: Vec::new() };
        let abilities = json!({
            "workspace": { "codeLens": { "refreshSupport": true } },
            "window": { "workDoneProgress": true },
        });
        let about = editor.ask(
            "initialize",
            json!({
                "capabilities": abilities,
                "workspaceFolders": [{ "uri": "file:///w", "name": "w" }],
            }),
        );
        assert_eq!(about["serverInfo"]["name"], "surmise");
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&self, method: &str, parameters: Value) {
        let message = Notification::new(method.to_owned(), parameters);
        self.connection.sender.send(message.into()).unwrap();
    }

    fn send(&mut self, method: &str, parameters: Value) -> i32 {
        self.asked += 1;
        let message = Request::new(self.asked.into(), method.to_owned(), parameters);
        self.connection.sender.send(message.into()).unwrap();
        self.asked
    }

    fn response(&mut self, id: i32) -> Response {
        loop {
            let message = self.connection.receiver.recv_timeout(Duration::from_secs(60)).unwrap();
            match message {
                Message::Response(response) if response.id == id.into() => return response,
                other => self.heard.push(other),
            }
        }
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send(method, parameters);
        let response = self.response(id);
        assert!(response.error.is_none(), "{method}: {:?}", response.error);
        response.result.unwrap()
    }

    /// The diagnostics of a text in a version, as soon as some satisfy a condition.
    fn diagnostics(&mut self, version: i32, wanted: impl Fn(&[String]) -> bool) -> Vec<String> {
        let said = |message: &Message| match message {
            Message::Notification(told) if told.method == "textDocument/publishDiagnostics" => {
                let all = told.params["diagnostics"].as_array().unwrap();
                let texts = all.iter().map(|it| it["message"].as_str().unwrap().to_owned());
                let texts: Vec<String> = texts.collect();
                (told.params["version"] == version && wanted(&texts)).then_some(texts)
            }
            _ => None,
        };
        if let Some(found) = self.heard.iter().find_map(said) {
            return found;
        }
        loop {
            let message = self.connection.receiver.recv_timeout(Duration::from_secs(60)).unwrap();
            let found = said(&message);
            self.heard.push(message);
            if let Some(found) = found {
                return found;
            }
        }
    }

    fn open(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "x", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&self, uri: &str, version: i32, place: [u32; 4], text: &str) {
        let [l1, c1, l2, c2] = place;
        let range = json!({
            "start": { "line": l1, "character": c1 }, "end": { "line": l2, "character": c2 },
        });
        self.tell(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri, "version": version },
                "contentChanges": [{ "range": range, "text": text }],
            }),
        );
    }

    fn at(uri: &str, line: u32, character: u32) -> Value {
        json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": character },
        })
    }

    fn stop(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.server.take().unwrap().join().unwrap().unwrap();
    }
}

const URI: &str = "file:///w/m.lts";

#[test]
fn a_mistake_is_told_and_mended() {
    let mut editor = Editor::start();
    editor.open(URI, MODEL);
    assert_eq!(editor.diagnostics(1, |_| true), [""; 0]);
    // SEMA → SEMU in the composition.
    editor.change(URI, 2, [3, 33, 3, 37], "SEMU");
    let told = editor.diagnostics(2, |all| !all.is_empty());
    assert!(told[0].contains("SEMU") && told[0].contains("did you mean `SEMA`"), "{told:?}");
    let range = json!({
        "start": { "line": 3, "character": 35 }, "end": { "line": 3, "character": 35 },
    });
    let fixes = editor.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] },
        }),
    );
    assert_eq!(fixes[0]["title"], "Write `SEMA`");
    let edit = &fixes[0]["edit"]["changes"][URI][0];
    assert_eq!(
        (&edit["newText"], &edit["range"]["start"]["character"]),
        (&json!("SEMA"), &json!(33))
    );
    editor.change(URI, 3, [3, 33, 3, 37], "SEMA");
    assert_eq!(editor.diagnostics(3, |_| true), [""; 0]);
    editor.stop();
}

#[test]
fn what_only_evaluation_finds_is_told_after_opening() {
    let mut editor = Editor::start();
    editor.open(URI, "const N = 1/0\nP = (a[N] -> P).\n");
    let told = editor.diagnostics(1, |all| !all.is_empty());
    assert!(told[0].contains("zero"), "{told:?}");
    editor.stop();
}

#[test]
fn names_are_known_everywhere() {
    let mut editor = Editor::start();
    editor.open(URI, MODEL);
    let definition = editor.ask("textDocument/definition", Editor::at(URI, 3, 36));
    assert_eq!(definition["range"]["start"], json!({ "line": 1, "character": 0 }));
    let mut asked = Editor::at(URI, 1, 1);
    asked["context"] = json!({ "includeDeclaration": true });
    assert_eq!(editor.ask("textDocument/references", asked).as_array().unwrap().len(), 3);
    let hover = editor.ask("textDocument/hover", Editor::at(URI, 0, 6));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("N = 2"), "{hover}");
    let hover = editor.ask("textDocument/hover", Editor::at(URI, 1, 1));
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(text.contains("2 states") && text.contains("`up`"), "{text}");
    let hover = editor.ask("textDocument/hover", Editor::at(URI, 3, 3));
    assert!(hover["contents"]["value"].as_str().unwrap().contains("components"), "{hover}");
    let names = |found: &Value, key: &str| -> Vec<String> {
        found.as_array().unwrap().iter().map(|it| it[key].as_str().unwrap().to_owned()).collect()
    };
    let found = editor.ask("textDocument/completion", Editor::at(URI, 3, 12));
    let labels = names(&found, "label");
    for wanted in ["SYSTEM", "property", "enter", "STOP"] {
        assert!(labels.iter().any(|label| label == wanted), "{wanted}");
    }
    let found =
        editor.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(names(&found, "name")[..5], ["N", "SEMA", "P", "SYSTEM", "ONE"]);
    // Of this text and of the one on disk.
    let found = editor.ask("workspace/symbol", json!({ "query": "sema" }));
    assert_eq!(names(&found, "name"), ["SEMA", "SEMA"]);
    editor.stop();
}

#[test]
fn a_renamed_process_means_the_same() {
    let mut editor = Editor::start();
    editor.open(URI, MODEL);
    let mut asked = Editor::at(URI, 1, 1);
    asked["newName"] = json!("LOCK");
    let edits = editor.ask("textDocument/rename", asked.clone());
    assert_eq!(edits["changes"][URI].as_array().unwrap().len(), 3);
    for (taken, why) in [("P", "P"), ("lock", ""), ("a b", ""), ("", "")] {
        asked["newName"] = json!(taken);
        let id = editor.send("textDocument/rename", asked.clone());
        let error = editor.response(id).error.unwrap_or_else(|| panic!("`{taken}` is accepted"));
        assert!(error.message.contains(why), "{}", error.message);
    }
    editor.stop();
}

#[test]
fn a_check_gives_verdict_and_run_and_can_be_cancelled() {
    let mut editor = Editor::start();
    editor.open(URI, MODEL);
    let lens = json!({ "textDocument": { "uri": URI } });
    let titles = |lenses: &Value| -> Vec<String> {
        let lenses = lenses.as_array().unwrap().iter();
        lenses.map(|it| it["command"]["title"].as_str().unwrap().to_owned()).collect()
    };
    let lenses = editor.ask("textDocument/codeLens", lens.clone());
    assert_eq!(titles(&lenses), ["check all", "check", "check", "check"]);
    let command = lenses[3]["command"].clone();
    let answer = editor.ask("workspace/executeCommand", command);
    assert_eq!(answer["result"]["verdicts"][0]["verdict"], "violated", "{answer}");
    let told = editor.diagnostics(1, |all| !all.is_empty());
    assert!(told[0].contains("violated") && told[0].contains("b.enter"), "{told:?}");
    let after = titles(&editor.ask("textDocument/codeLens", lens.clone()));
    assert!(after.iter().any(|title| title.starts_with('✗')), "{after:?}");
    // The text changes: what was found out says nothing about it.
    editor.change(URI, 2, [0, 10, 0, 11], "3");
    let after = titles(&editor.ask("textDocument/codeLens", lens));
    assert_eq!(after, ["check all", "check", "check", "check"]);
    // More states than anybody can wait for.
    let many = "C(I=0) = (a[I] -> b[I] -> c[I] -> C | d[I] -> e[I] -> STOP).\n\
                property NEVER = STOP + {x}.\n||S = (forall [i:1..40] C(i) || NEVER).\n";
    editor.open("file:///w/many.lts", many);
    let subject = json!({ "uri": "file:///w/many.lts", "name": null });
    let id = editor.send(
        "workspace/executeCommand",
        json!({ "command": "surmise.check", "arguments": [subject] }),
    );
    editor.tell("$/cancelRequest", json!({ "id": id }));
    let response = editor.response(id);
    let said = serde_json::to_string(&response).unwrap();
    assert!(
        said.contains("interrupt") || said.contains("holds") || said.contains("stopped"),
        "{said}"
    );
    let is_over = |message: &Message| match message {
        Message::Notification(told) => told.params["value"]["kind"] == "end",
        _ => false,
    };
    assert!(editor.heard.iter().any(is_over));
    editor.stop();
}

#[test]
fn programs_include_files_and_are_told_about_both() {
    let mut editor = Editor::start();
    let uri = "file:///w/p.pml";
    editor.open(uri, "#include \"part.h\"\nactive proctype A() { shared = 1 }\n");
    assert_eq!(editor.diagnostics(1, |_| true), [""; 0]);
    let links = editor.ask("textDocument/documentLink", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(links[0]["target"], "file:///w/part.h");
    // The part is opened and loses its variable: the program is wrong now.
    editor.open("file:///w/part.h", "byte other;\n");
    let told = editor.diagnostics(1, |all| all.iter().any(|it| it.contains("shared")));
    assert!(!told.is_empty());
    editor.stop();
}

#[test]
fn a_text_is_formatted_and_a_long_one_is_read_as_fast_as_one_types() {
    let mut editor = Editor::start();
    editor.open(URI, "P=( a->P ).\n");
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let asked = json!({ "textDocument": { "uri": URI }, "options": options });
    let edits = editor.ask("textDocument/formatting", asked);
    assert_eq!(edits[0]["newText"], "P = (a -> P).\n");
    let mut long = String::new();
    for number in 0..2500 {
        long.push_str(&format!("P{number} = (a[{number}] -> b -> P{number}\n  | c -> STOP).\n"));
    }
    let uri = "file:///w/long.lts";
    editor.open(uri, &long);
    editor.diagnostics(1, |_| true);
    let begun = Instant::now();
    editor.change(uri, 2, [4000, 0, 4000, 0], "x");
    editor.diagnostics(2, |_| true);
    // A tenth of a second in a release build on a quiet machine; tests are neither.
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    editor.stop();
}

#[test]
fn nonsense_is_answered_and_harms_nothing() {
    let mut editor = Editor::start();
    for (method, parameters) in [
        ("no/such", json!({})),
        ("textDocument/hover", json!({ "position": 3 })),
        ("textDocument/hover", json!(null)),
        ("workspace/executeCommand", json!({ "command": "surmise.check", "arguments": [] })),
        (
            "workspace/executeCommand",
            json!({ "command": "surmise.check", "arguments": [{ "uri": "file:///none" }] }),
        ),
    ] {
        let id = editor.send(method, parameters);
        assert!(editor.response(id).error.is_some(), "{method}");
    }
    editor.tell("textDocument/didChange", json!({ "textDocument": 3 }));
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": "file:///none" } }));
    editor.change("file:///none", 9, [0, 0, 0, 0], "x");
    assert_eq!(editor.ask("textDocument/hover", Editor::at("file:///none", 0, 0)), Value::Null);
    editor.open(URI, "P = (a -> P).");
    editor.change(URI, 2, [99, 99, 5, 0], "\u{0}𝄞");
    editor.ask("textDocument/hover", Editor::at(URI, 77, 88));
    editor.stop();
}
