//! Inputs that nobody draws on purpose end soon, in a picture or with a reason.

use std::time::{Duration, Instant};

use surmise_drawing::{Failed, Picture, svg, write_dot};
use surmise_model::{ActionTable, Context, Interrupt, Lts, Reason, StateId, Stop};

/// An LTS with these transitions.
fn lts(
    states: usize,
    transitions: impl IntoIterator<Item = (usize, String, usize)>,
) -> (Lts, ActionTable) {
    let mut actions = ActionTable::new();
    let mut builder = Lts::builder();
    builder.ensure_states(states);
    for (source, label, target) in transitions {
        let action = actions.intern(&label).expect("few actions");
        builder.add(StateId::of(source), action, StateId::of(target));
    }
    (builder.build().expect("all states exist"), actions)
}

/// The picture and its size, drawn soon: in a second or so, but the machine may be busy.
fn drawn(lts: &Lts, actions: &ActionTable) -> (String, f64, f64) {
    let before = Instant::now();
    let text = svg(&Picture::new("hostile", lts, actions), &Context::unlimited()).expect("drawn");
    assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
    let number = |name: &str| -> f64 {
        let after = text.split_once(&format!(" {name}=\"")).expect("there").1;
        after.split_once('"').expect("there").0.parse().expect("a number")
    };
    let (width, height) = (number("width"), number("height"));
    (text, width, height)
}

#[test]
fn ten_thousand_transitions_are_one_arrow() {
    let (lts, actions) = lts(2, (0..10_000).map(|i| (0, format!("a.{i}"), 1)));
    let (text, width, height) = drawn(&lts, &actions);
    assert!(text.contains("… 9988 more"), "{text}");
    assert!(width < 600.0 && height < 300.0 && text.len() < 20_000, "{width} × {height}");
}

#[test]
fn a_thousand_loops_are_one() {
    let (lts, actions) = lts(1, (0..1000).map(|i| (0, format!("a.{i}"), 0)));
    let (text, width, height) = drawn(&lts, &actions);
    assert!(text.contains("… 988 more") && width < 400.0 && height < 300.0, "{width} × {height}");
}

#[test]
fn a_long_label_is_shortened() {
    let (lts, actions) = lts(2, [(0, "x".repeat(100_000), 1)]);
    let (text, width, _) = drawn(&lts, &actions);
    assert!(width < 600.0 && text.len() < 20_000, "{width}");
}

#[test]
fn a_complete_graph_is_drawn() {
    let edges = (0..30).flat_map(|i| (0..30).map(move |j| (i, format!("a.{j}"), j)));
    let (lts, actions) = lts(30, edges);
    drawn(&lts, &actions);
}

#[test]
fn a_long_line_is_drawn() {
    let (lts, actions) = lts(500, (0..499).map(|i| (i, "a".to_owned(), i + 1)));
    drawn(&lts, &actions);
}

#[test]
fn what_is_too_large_is_refused_with_its_size() {
    let (large, actions) = lts(501, []);
    let refusal = Picture::new("large", &large, &actions).refusal();
    assert_eq!(refusal.as_deref(), Some("501 states make no readable picture: at most 500"));
    let edges = (0..60).flat_map(|i| (0..60).map(move |j| (i, "a".to_owned(), j)));
    let (dense, actions) = lts(60, edges);
    let refusal = Picture::new("dense", &dense, &actions).refusal();
    assert_eq!(refusal.as_deref(), Some("3600 arrows make no readable picture: at most 1500"));
}

/// Neither a control character nor a special one gets through as itself.
#[test]
fn labels_cannot_leave_their_place() {
    let evil = "a\u{1b}[31m<b>&\"\\\n\u{0}\u{202e}\u{ffff}]]>";
    let (lts, actions) = lts(2, [(0, evil.to_owned(), 1)]);
    let picture = Picture::new(evil, &lts, &actions);
    let (text, ..) = drawn(&lts, &actions);
    let is_harmless =
        |c: char| c == '\n' || !(c.is_control() || c == '\u{202e}' || c == '\u{ffff}');
    assert!(text.chars().all(is_harmless) && text.contains("&lt;b&gt;&amp;"), "{text}");
    let mut dot = Vec::new();
    write_dot(&mut dot, &picture, &Context::unlimited()).expect("written");
    let dot = String::from_utf8(dot).expect("text");
    assert!(dot.chars().all(is_harmless) && dot.contains(r#"\"\\\\n"#), "{dot}");
}

#[test]
fn drawing_and_writing_can_be_interrupted() {
    let edges = (0..40).flat_map(|i| (0..40).map(move |j| (i, "a".to_owned(), j)));
    let (lts, actions) = lts(40, edges);
    let interrupt = Interrupt::new();
    interrupt.time_out();
    let context = Context { interrupt: &interrupt, ..Context::unlimited() };
    let picture = Picture::new("interrupted", &lts, &actions);
    assert_eq!(svg(&picture, &context), Err(Stop(Reason::TimeLimit)));
    let written = write_dot(&mut Vec::new(), &picture, &context);
    assert!(matches!(written, Err(Failed::Stopped(Stop(Reason::TimeLimit)))));
}
