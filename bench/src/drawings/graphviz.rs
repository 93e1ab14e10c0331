//! Graphviz's drawing of the same graph: nodes and labels have the same sizes as in ours.

use std::io::{self, Write};
use std::process::{Command, Stdio};

use surmise_drawing::geometry::{Curve, Point, Rectangle, Size};
use surmise_drawing::layout::Graph;

use super::quality::{Drawn, Line};

/// Points to an inch.
const INCH: f64 = 72.0;

/// Lets `dot` draw a graph.
pub(crate) fn draw(graph: &Graph) -> io::Result<Drawn> {
    let mut text = String::from("digraph {\n  rankdir=LR;\n");
    for (node, Size { width, height }) in graph.nodes.iter().enumerate() {
        let (width, height) = (width / INCH, height / INCH);
        text += &format!(
            "  {node} [label=\"\", shape=ellipse, fixedsize=true, width={width}, height={height}];\n"
        );
    }
    for (index, edge) in graph.edges.iter().enumerate() {
        let label = edge.label.map_or(String::new(), |Size { width, height }| {
            format!(
                "label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" FIXEDSIZE=\"TRUE\" \
                 WIDTH=\"{width:.0}\" HEIGHT=\"{height:.0}\"><TR><TD></TD></TR></TABLE>>, "
            )
        });
        text += &format!("  {} -> {} [{label}comment=\"{index}\"];\n", edge.source, edge.target);
    }
    text += "}\n";
    let mut dot = Command::new("dot")
        .arg("-Tjson")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|_| io::Error::other("`dot` does not start: install the package `graphviz`"))?;
    if let Some(mut input) = dot.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    let output = dot.wait_with_output()?;
    let json: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    read(graph, &json).ok_or_else(|| io::Error::other("`dot` gives what nobody understands"))
}

fn read(graph: &Graph, json: &serde_json::Value) -> Option<Drawn> {
    let mut nodes = vec![Rectangle::EMPTY; graph.nodes.len()];
    for object in json.get("objects")?.as_array()? {
        let node: usize = object.get("name")?.as_str()?.parse().ok()?;
        let centre = point(object.get("pos")?.as_str()?)?;
        nodes[node] = Rectangle::around(centre, graph.nodes[node]);
    }
    let mut edges = Vec::new();
    for object in json.get("edges")?.as_array()? {
        let index: usize = object.get("comment")?.as_str()?.parse().ok()?;
        let edge = &graph.edges[index];
        // `e,x,y` is the tip of the arrow, where the curve's last point leads.
        let position = object.get("pos")?.as_str()?;
        let tip = position.split(' ').find_map(|part| part.strip_prefix("e,"));
        let points = position.split(' ').filter(|part| !part.contains("e,")).map(point);
        let points: Vec<Point> = points.collect::<Option<_>>()?;
        let mut points: Vec<Point> = Curve { points }.sampled(24).collect();
        points.extend(tip.and_then(point));
        let label = object.get("lp").and_then(|at| point(at.as_str()?));
        let label = label.zip(edge.label).map(|(at, size)| Rectangle::around(at, size));
        edges.push(Line { ends: (edge.source, edge.target), points, label });
    }
    Some(Drawn { nodes, edges })
}

/// `x,y`, with y upwards in Graphviz.
fn point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Some(Point::new(x.parse().ok()?, -y.parse::<f64>().ok()?))
}
