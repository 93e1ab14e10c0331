//! Who may ask the server, and what: requests without the token, from elsewhere, for files outside
//! of the folder, that are too long or too many are refused with a line, and nothing else is
//! harmed.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use surmise::model::Clock;
use surmise::{Limits, Texts};
use surmise_studio::Studio;

const MODEL: &str = "P = (a -> b -> STOP). Q = (a -> c -> Q). ||S = (P || Q).";

/// Many counters side by side: no search comes to an end.
const ENDLESS: &str = "C = C[0], C[i:0..9] = (up -> C[(i+1)%10]). \
                       ||S = (forall [i:0..11] c[i]:C). property P = (c[0].up -> P).\
                       ||T = (S || P).";

#[derive(Debug)]
struct Ticking(Instant);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A host with a clock and without files.
struct Lender(Texts, Ticking);

impl surmise::Files for Lender {
    fn open(
        &self,
        path: &Path,
        context: &surmise::model::Context<'_>,
    ) -> Result<Arc<dyn surmise::Document>, surmise::model::ReadError> {
        self.0.open(path, context)
    }
    fn exists(&self, path: &Path) -> bool {
        self.0.exists(path)
    }
    fn same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }
    fn write(&self, path: &Path, writer: &mut surmise::Writer<'_>) -> surmise::Attempt<()> {
        self.0.write(path, writer)
    }
    fn refuse_inputs(&self, outputs: &[&Path]) -> surmise::Attempt<()> {
        self.0.refuse_inputs(outputs)
    }
    fn unused(&self, path: &Path) -> std::path::PathBuf {
        path.to_owned()
    }
}

impl surmise::Host for Lender {
    fn clock(&self) -> Option<&dyn Clock> {
        Some(&self.1)
    }
}

/// A studio that is open as long as the test runs.
struct Visited {
    at: SocketAddr,
    token: String,
    folder: std::path::PathBuf,
    /// The folder lives in what is outside of it.
    _outside: tempfile::TempDir,
}

fn visit() -> Visited {
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path().join("folder");
    fs::create_dir(&folder).unwrap();
    fs::write(outside.path().join("secret.lts"), "SECRET = STOP.").unwrap();
    fs::write(folder.join("model.lts"), MODEL).unwrap();
    fs::write(folder.join("notes.txt"), "no model").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("secret.lts"), folder.join("link.lts")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), folder.join("elsewhere")).unwrap();
    let studio = Studio {
        folder: folder.clone(),
        model: Some("model.lts".to_owned()),
        port: 0,
        limits: Limits { time: Some(Duration::from_secs(60)), ..Limits::default() },
        host: Arc::new(Lender(Texts::default(), Ticking(Instant::now()))),
    };
    let opened = studio.open().unwrap();
    let (at, token) = opened.address.split_once("/#token=").unwrap();
    let at = at.strip_prefix("http://").unwrap().parse().unwrap();
    let token = token.to_owned();
    thread::spawn(move || opened.serve());
    Visited { at, token, folder, _outside: outside }
}

impl Visited {
    /// Sends a request with these headers and gives status and body.
    fn send(&self, head: &str, headers: &[(&str, &str)], body: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(self.at).unwrap();
        let mut text = format!("{head} HTTP/1.1\r\nConnection: close\r\n");
        text += &format!("Content-Length: {}\r\n", body.len());
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{text}\r\n").as_bytes()).unwrap();
        // What is too long may be refused before all of it is sent.
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
        (status, body)
    }

    /// A request as the page sends it.
    fn ask(&self, head: &str, body: &Value) -> (u16, String) {
        let (host, token) = (self.at.to_string(), format!("Bearer {}", self.token));
        let json = ("Content-Type", "application/json");
        let headers = [("Host", &*host), ("Authorization", &*token), json];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(head, &headers, body.as_bytes())
    }

    fn question(&self, id: &str, question: &Value, texts: &Value) -> (u16, String) {
        let request = json!({ "version": 1, "question": question });
        self.ask(&format!("POST /api/ask?id={id}"), &json!({ "request": request, "texts": texts }))
    }
}

#[test]
fn only_the_page_may_ask() {
    let studio = visit();
    let (host, token) = (studio.at.to_string(), format!("Bearer {}", studio.token));
    let (own, bearer) = (("Host", &*host), ("Authorization", &*token));
    let wrong = format!("Bearer {}x", &studio.token[..studio.token.len() - 1]);
    let page = format!("http://{host}");
    let (longer, longer_page) = (format!("{host}.evil.example"), format!("{page}.evil.example"));
    let cases: [(&[(&str, &str)], u16); 10] = [
        (&[own, bearer], 200),
        (&[own, bearer, ("Origin", &page)], 200),
        (&[own], 401),
        (&[own, ("Authorization", &wrong)], 401),
        (&[("Host", "evil.example"), bearer], 421),
        (&[("Host", &longer), bearer], 421),
        (&[bearer], 421),
        (&[own, bearer, ("Origin", "http://evil.example")], 403),
        (&[own, bearer, ("Origin", &longer_page)], 403),
        (&[own, bearer, ("Origin", "null")], 403),
    ];
    for (headers, expected) in cases {
        let (status, body) = studio.send("GET /api/folder", headers, b"");
        assert_eq!(status, expected, "{headers:?}: {body}");
        assert!(status == 200 || body.lines().count() == 1, "{body}");
    }
    // The page itself holds nothing secret.
    let (status, body) = studio.send("GET /", &[own], b"");
    assert!(status == 200 && !body.contains(&studio.token));
}

#[test]
fn nothing_outside_of_the_folder_can_be_reached() {
    let studio = visit();
    let (status, listed) = studio.ask("GET /api/folder", &Value::Null);
    assert!(status == 200 && listed.contains("model.lts"), "{listed}");
    assert!(!listed.contains("notes.txt") && !listed.contains("secret"), "{listed}");
    let names = [
        "../secret.lts",
        "%2e%2e/secret.lts",
        "../folder/model.lts",
        "/etc/passwd",
        "notes.txt",
        "link.lts",
        "elsewhere/secret.lts",
        "elsewhere/new.lts",
        ".x.lts",
    ];
    for name in names {
        let (status, body) = studio.ask(&format!("GET /api/file?path={name}"), &Value::Null);
        assert_eq!((status, body.contains("SECRET")), (403, false), "{name}: {body}");
        let new = json!({ "text": "X = STOP.", "changed": null });
        let (status, body) = studio.ask(&format!("PUT /api/file?path={name}"), &new);
        assert_eq!(status, 403, "{name}: {body}");
    }
    // A question reads what the folder has, and no more.
    let describe = |name: &str| json!({ "kind": "describe", "models": [name] });
    let (_, body) = studio.question("1", &describe("../secret.lts"), &json!({}));
    assert!(body.contains("failure") && !body.contains("SECRET\""), "{body}");
    let (_, body) = studio.question("2", &describe("model.lts"), &json!({}));
    assert!(body.contains("\"answer\""), "{body}");
}

#[test]
fn files_are_saved_unless_others_changed_them() {
    let studio = visit();
    let (_, body) = studio.ask("GET /api/file?path=model.lts", &Value::Null);
    let read: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(read["text"], MODEL);
    let new = json!({ "text": "P = STOP.", "changed": read["changed"] });
    let (status, _) = studio.ask("PUT /api/file?path=model.lts", &new);
    assert_eq!(status, 200);
    let file = studio.folder.join("model.lts");
    assert_eq!(fs::read_to_string(&file).unwrap(), "P = STOP.");
    let late = json!({ "text": "Q = STOP.", "changed": 1 });
    let (status, body) = studio.ask("PUT /api/file?path=model.lts", &late);
    assert_eq!((status, &*body), (409, "it has changed on disk\n"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "P = STOP.");
}

#[test]
fn what_is_too_long_or_no_request_is_refused() {
    let studio = visit();
    let long = "x".repeat(8 << 20);
    let (status, _) =
        studio.question("1", &json!({ "kind": "describe" }), &json!({ "a.lts": long }));
    assert!([413, 0].contains(&status), "{status}");
    let (status, _) = studio.ask("POST /api/ask?id=1", &json!({ "request": 1 }));
    assert_eq!(status, 422);
    let (status, _) = studio.ask("GET /api/folder", &Value::Null);
    assert_eq!(status, 200);
}

#[test]
fn a_thousand_at_once_do_no_harm() {
    let studio = Arc::new(visit());
    let threads: Vec<_> = (0..20)
        .map(|thread| {
            let studio = Arc::clone(&studio);
            thread::spawn(move || {
                for number in 0..50 {
                    let question = json!({ "kind": "proofread", "model": "model.lts" });
                    let id = format!("{thread}-{number}");
                    let (status, body) = studio.question(&id, &question, &json!({}));
                    assert!([200, 503].contains(&status), "{status} {body}");
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let (status, _) = studio.ask("GET /api/folder", &Value::Null);
    assert_eq!(status, 200);
}

#[test]
fn a_check_is_cancelled_and_says_so() {
    let studio = Arc::new(visit());
    let asking = {
        let studio = Arc::clone(&studio);
        let check = json!({ "kind": "check", "models": ["e.lts"], "method": "mono" });
        thread::spawn(move || studio.question("long", &check, &json!({ "e.lts": ENDLESS })))
    };
    thread::sleep(Duration::from_millis(300));
    assert!(!asking.is_finished(), "the check has to be a long one");
    let (status, _) = studio.ask("POST /api/cancel?id=long", &Value::Null);
    assert_eq!(status, 204);
    let (status, body) = asking.join().unwrap();
    assert!(status == 200 && body.contains("interrupt"), "{body}");
}
