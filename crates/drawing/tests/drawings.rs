//! Drawings of everything in the corpus and of random LTSs: nothing is clipped, nothing covers
//! anything, and the same LTS always gives the same picture.

use std::fs;
use std::path::Path;

use surmise_drawing::geometry::{Point, Rectangle};
use surmise_drawing::{Drawing, Picture, svg};
use surmise_lang::compose;
use surmise_lang::fsp::{CompileOptions, compile_ast, parse, processes};
use surmise_model::{ActionTable, Context, Limits, Lts};
use surmise_testing::{Shape, random_system, seeds};

/// Curves are sampled, and may touch what they must not cross.
const TOUCH: f64 = 1.0;

/// Asserts what is true of every drawing; tells how many labels other edges run over.
fn judge(name: &str, lts: &Lts, actions: &ActionTable) -> usize {
    let picture = Picture::new(name, lts, actions);
    let draw = || Drawing::of(&picture, &Context::unlimited()).expect("nobody stops it");
    let drawing = draw();
    let size = drawing.layout.size;
    let paper = Rectangle {
        least: Point::new(-0.1, -0.1),
        most: Point::new(size.width + 0.1, size.height + 0.1),
    };
    let nodes: Vec<Rectangle> = drawing.node_boxes().collect();
    let labels: Vec<Option<Rectangle>> = drawing.label_boxes().collect();
    let boxes: Vec<&Rectangle> = nodes.iter().chain(labels.iter().flatten()).collect();
    for (index, bounds) in boxes.iter().enumerate() {
        let inside = paper.contains(bounds.least) && paper.contains(bounds.most);
        assert!(inside, "{name}: {bounds:?} is clipped");
        for other in &boxes[..index] {
            assert!(!bounds.shrunk(TOUCH).meets(other), "{name}: {bounds:?} is on {other:?}");
        }
    }
    assert_eq!(drawing.layout.edges.len(), drawing.graph.edges.len(), "{name}");
    for (route, edge) in drawing.layout.edges.iter().zip(&drawing.graph.edges) {
        let points: Vec<_> = route.curve.sampled(64).collect();
        assert!(points.len() > 64, "{name}: a curve is missing");
        assert!(points.iter().all(|&point| paper.contains(point)), "{name}: a curve is clipped");
        let meets = |end: usize, index: usize| {
            nodes[end].shrunk(-TOUCH).contains(points[index])
                && !nodes[end].shrunk(5.0).contains(points[index])
        };
        assert!(meets(edge.source, 0) && meets(edge.target, points.len() - 1), "{name}: {edge:?}");
    }
    if lts.num_states() <= 20 {
        assert_eq!(draw().layout.nodes, drawing.layout.nodes, "{name}: another picture");
    }
    let covered = |(index, label): (usize, &Option<Rectangle>)| {
        let Some(label) = label.map(|label| label.shrunk(TOUCH)) else { return false };
        let mut others =
            drawing.layout.edges.iter().enumerate().filter(|&(other, _)| other != index);
        others.any(|(_, route)| route.curve.sampled(64).any(|point| label.contains(point)))
    };
    labels.iter().enumerate().filter(|&label| covered(label)).count()
}

#[test]
fn everything_in_the_corpus_fits_its_paper() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let (mut drawn, mut covered) = (0, 0);
    for folder in ["cases", "fsp"] {
        let mut files: Vec<_> = fs::read_dir(corpus.join(folder))
            .expect("the corpus is there")
            .map(|file| file.expect("readable").path())
            .filter(|file| file.extension().is_some_and(|extension| extension == "lts"))
            .collect();
        files.sort();
        for file in files {
            let source = fs::read_to_string(&file).expect("readable");
            let context = Context {
                limits: Limits { states: Some(60), memory: None },
                ..Context::unlimited()
            };
            let Ok((ast, diagnostics)) = parse(&source, &context) else { continue };
            for process in processes(&ast) {
                let options =
                    CompileOptions { process: Some(process.name.clone()), ..Default::default() };
                let Ok(compiled) = compile_ast(&ast, diagnostics.clone(), &options, &context)
                else {
                    continue;
                };
                let Ok(lts) = compose(&compiled.system, &context) else { continue };
                if lts.num_states() <= 60 {
                    covered += judge(&process.name, &lts, &compiled.system.actions);
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 100, "{drawn}");
    assert_eq!(covered, 0, "labels with an edge over them");
}

/// Loops, unreachable states, arrows both ways, π, parts that nothing connects.
#[test]
fn any_lts_can_be_drawn() {
    let shape = Shape { states: 1..=14, errors: 40, ..Shape::default() };
    for seed in seeds(60, 2000) {
        let system = random_system(seed, &shape);
        for component in &system.components {
            let name = format!("seed {seed}, {}", component.name);
            judge(&name, &component.lts, &system.actions);
            let picture = Picture::new(&name, &component.lts, &system.actions);
            let text = svg(&picture, &Context::unlimited()).expect("nobody stops it");
            assert!(!text.contains("NaN") && !text.contains("d=\"\""), "{name}: {text}");
            for state in component.lts.states() {
                assert!(text.contains(&format!(">{}</text>", state.index())), "{name}: {state:?}");
            }
        }
    }
}
