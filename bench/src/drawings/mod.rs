//! Our drawings beside those of Graphviz's `dot`: the same graphs, with the same sizes of nodes and
//! labels, judged by the same rules on the curves as they are drawn.

mod graphs;
mod graphviz;
mod quality;

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use surmise_drawing::{Drawing, Picture, svg};
use surmise_model::Context;

use graphs::Example;
use quality::{Drawn, Line, Quality};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Where the models are
    #[arg(long, default_value = "corpus")]
    corpus: PathBuf,
    /// Also write our pictures to this directory, to be looked at
    #[arg(long)]
    pictures: Option<PathBuf>,
    /// Also write the table to this file
    #[arg(long)]
    save: Option<PathBuf>,
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    let mut text = String::from(
        "| graph | states | arrows | seconds | crossings | dot | covered labels | dot | pierced states | dot | size | dot |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let mut total = (Quality::default(), Quality::default());
    for example in graphs::examples(&options.corpus)? {
        let Example { name, lts, actions } = &example;
        let picture = Picture::new(name, lts, actions);
        let before = Instant::now();
        let drawing = Drawing::of(&picture, &Context::unlimited())
            .map_err(|_| io::Error::other("nobody stops it"))?;
        let seconds = before.elapsed().as_secs_f64();
        let ours = drawn(&drawing).quality();
        let dots = graphviz::draw(&drawing.graph)?.quality();
        total = (total.0.plus(&ours), total.1.plus(&dots));
        text += &row(name, lts.num_states(), drawing.graph.edges.len() - 1, seconds, &ours, &dots);
        if let Some(folder) = &options.pictures {
            let file = name.replace([' ', '(', ')'], "_");
            let text = svg(&picture, &Context::unlimited())
                .map_err(|_| io::Error::other("nobody stops it"))?;
            std::fs::write(folder.join(file).with_extension("svg"), text)?;
        }
    }
    text += &row("all", 0, 0, 0.0, &total.0, &total.1);
    print!("{text}");
    if let Some(path) = &options.save {
        std::fs::write(path, &text)?;
    }
    Ok(())
}

fn row(
    name: &str,
    states: usize,
    arrows: usize,
    seconds: f64,
    ours: &Quality,
    dots: &Quality,
) -> String {
    let size = |quality: &Quality| format!("{:.0} × {:.0}", quality.width, quality.height);
    format!(
        "| {name} | {states} | {arrows} | {seconds:.3} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
        ours.crossings,
        dots.crossings,
        ours.covered,
        dots.covered,
        ours.pierced,
        dots.pierced,
        size(ours),
        size(dots)
    )
}

impl Quality {
    fn plus(&self, other: &Self) -> Self {
        Self {
            crossings: self.crossings + other.crossings,
            covered: self.covered + other.covered,
            pierced: self.pierced + other.pierced,
            width: self.width + other.width,
            height: self.height + other.height,
        }
    }
}

fn drawn(drawing: &Drawing) -> Drawn {
    let edges = drawing.graph.edges.iter().zip(&drawing.layout.edges).zip(drawing.label_boxes());
    let edges = edges.map(|((edge, route), label)| Line {
        ends: (edge.source, edge.target),
        points: route.curve.sampled(24).collect(),
        label,
    });
    Drawn { nodes: drawing.node_boxes().collect(), edges: edges.collect() }
}
