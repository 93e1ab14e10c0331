//! The forms of properties that PRISM's manual lists for `dtmc` and `mdp`: `docs/prism-forms.md` has
//! them all, and every example of it is run here.

use surmise_lang::prism::{CompileOptions, Model, compile};
use surmise_verify::probabilistic::{Amount, Evaluated};

use super::corpus::evaluated;

const PAGE: &str = include_str!("../../../../docs/prism-forms.md");

/// What is refused beside the forms of the page.
const REFUSED: &[(&str, &str)] = &[
    ("P=? [ F<=200 s=1 & X s=2 ] + P=? [ G (F<=200 s=1) ]", "more than 100 steps"),
    ("R{\"none\"}=? [ F s=7 ]", "there is no reward structure"),
    ("R{3}=? [ F s=7 ]", "2 reward structures"),
    ("P=? [ F s=7 ] + s", "from state to state"),
];

/// The models of the page, the chain first.
fn models() -> [&'static str; 2] {
    let mut blocks = PAGE.split("```prism\n").skip(1);
    let mut next = || blocks.next().and_then(|block| block.split("```").next()).expect("a model");
    [next(), next()]
}

/// The rows of a table of the page: the form, the model, the example, and what comes of it.
fn rows(heading: &str) -> Vec<[String; 4]> {
    let (_, table) = PAGE.split_once(&format!("## {heading}\n")).expect("a heading");
    let lines = table.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    let row = |line: &str| {
        let line = line.replace("\\|", "\u{1}");
        let cells: Vec<String> = line.trim_matches('|').split(" | ").map(str::to_owned).collect();
        let cell = |at: usize| cells[at].trim().trim_matches('`').replace('\u{1}', "|");
        [cells[0].trim().to_owned(), cell(1), cell(2), cell(3)]
    };
    lines.take_while(|line| line.starts_with('|')).map(row).collect()
}

/// What comes of a property, in short.
fn told(model: &Model<'_>, text: &str) -> String {
    let (property, answer) = evaluated(model, text);
    let values = match answer {
        Evaluated::Truth(truth) => return truth[0].map_or("?".to_owned(), |t| t.to_string()),
        Evaluated::Numbers(values) => values,
    };
    let amounts: Vec<Amount> = (0..values.len()).map(|index| values.amount(index)).collect();
    if let Some((relation, bound)) = &property.bound {
        return amounts[0].satisfies(*relation, bound).map_or("?".to_owned(), |t| t.to_string());
    }
    let smallest = amounts.iter().min_by(|a, b| a.low.cmp(&b.low)).expect("a number");
    let largest = amounts.iter().max_by(|a, b| a.low.cmp(&b.low)).expect("a number");
    match smallest == largest {
        true => smallest.to_string(),
        false => format!("{smallest} … {largest}"),
    }
}

#[test]
fn the_forms_of_the_manual() {
    let compiled = models().map(|source| compile(source, &CompileOptions::default()).unwrap());
    let model = |kind: &str| &compiled[usize::from(kind == "mdp")];
    let (mut answered, mut refused) = (0, 0);
    for [form, kind, property, expected] in rows("Answered") {
        assert_eq!(told(model(&kind), &property), expected, "{property}");
        answered += usize::from(!form.is_empty());
    }
    for [_, kind, property, reason] in rows("Refused") {
        let errors = model(&kind).properties(&property).unwrap_err();
        assert!(errors[0].message.contains(&reason), "{property}: {errors:#?}");
        refused += 1;
    }
    for [_, kind, property, expected] in rows("Beyond the manual") {
        assert_eq!(told(model(&kind), &property), expected, "{property}");
    }
    let all = answered + refused;
    assert!(PAGE.contains(&format!("**{answered} of {all} forms")), "{answered} of {all}");
}

#[test]
fn what_is_not_answered_says_why() {
    let model = compile(models()[0], &CompileOptions::default()).unwrap();
    for (property, reason) in REFUSED {
        let errors = model.properties(property).unwrap_err();
        assert!(errors[0].message.contains(reason), "{property}: {errors:#?}");
        // Beside others it is left out, and they are answered.
        let file = format!("{property};\n\"p\": P=? [ F d=1 ];\n1 - \"p\";");
        let read = model.properties(&file).unwrap_or_else(|e| panic!("{property}: {e:#?}"));
        assert_eq!(read.properties.len(), 2, "{property}");
        assert_eq!(read.left_out.len(), 1, "{property}");
        assert!(read.left_out[0].message.contains(reason), "{property}: {:#?}", read.left_out);
    }
}
