//! Random Promela programs: small, finite, full of the language's corners.

use std::fmt::Write as _;

use fastrand::Rng;

/// A program from a seed.
pub fn random_promela(seed: u64) -> String {
    let mut generator = Generator {
        rng: Rng::with_seed(seed),
        text: String::new(),
        labels: 0,
        jumps: Vec::new(),
        local: false,
        channels: Vec::new(),
        loops: 0,
        atomic: 0,
    };
    generator.program();
    generator.text
}

/// A channel: its name, its capacity, its number of fields.
type Channel = (&'static str, u8, u8);

struct Generator {
    rng: Rng,
    text: String,
    labels: u32,
    /// Labels of this process.
    jumps: Vec<String>,
    /// Whether a local variable is there.
    local: bool,
    channels: Vec<Channel>,
    loops: u32,
    atomic: u32,
}

impl Generator {
    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(0..100) < percent
    }

    fn program(&mut self) {
        self.text += "mtype = { red, green }\n";
        self.text += "#define LIMIT 3\n#define small(v) (v < LIMIT)\n";
        self.text += "byte a; bool b; byte c[2]; mtype m = red;\n";
        if self.chance(20) {
            self.text += "short d = -1; unsigned e : 2;\n";
        }
        if self.chance(50) {
            let capacity = self.rng.u8(0..3);
            let _ = writeln!(self.text, "chan q = [{capacity}] of {{ byte }};");
            self.channels.push(("q", capacity, 1));
        }
        if self.chance(40) {
            let capacity = self.rng.u8(0..2);
            let _ = writeln!(self.text, "chan r = [{capacity}] of {{ mtype, bit }};");
            self.channels.push(("r", capacity, 2));
        }
        self.text += "inline bump(v) { v = (v + 1) % 3 }\n";
        let created = self.chance(30);
        let processes = self.rng.u32(1..=2);
        for process in 0..processes {
            let copies = if self.chance(25) { "[2] " } else { "" };
            let _ = writeln!(self.text, "active {copies}proctype P{process}() {{");
            self.body();
        }
        if created {
            self.text += "proctype R(byte n) {\n";
            self.body();
            self.text += "init {\n";
            match self.chance(60) {
                true => self.text += "  atomic { run R(0); run R(1) }\n",
                false => self.text += "  run R(0);\n  run R(2)\n",
            }
            if self.chance(30) {
                let _ = writeln!(self.text, "  ; _nr_pr <= {}", self.rng.u8(1..4));
            }
            self.text += "}\n";
        }
    }

    fn body(&mut self) {
        self.local = true;
        self.jumps.clear();
        self.text += "  byte x;\n";
        let count = self.rng.usize(1..=3);
        self.sequence(2, count);
        self.text += "}\n";
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text};", "  ".repeat(depth));
    }

    fn sequence(&mut self, depth: usize, count: usize) {
        let before = self.text.len();
        for _ in 0..count {
            self.statement(depth);
        }
        // Not every statement is possible everywhere, but one has to be there.
        if self.text.len() == before {
            self.line(depth, "skip");
        }
    }

    fn variable(&mut self) -> &'static str {
        const NAMES: [&str; 4] = ["a", "c[0]", "c[1]", "c[a % 2]"];
        match self.local && self.rng.bool() {
            true => "x",
            false => NAMES[self.rng.usize(0..NAMES.len())],
        }
    }

    fn condition(&mut self) -> String {
        let (one, other) = (self.variable(), self.variable());
        let number = self.rng.u8(0..3);
        match self.rng.u8(0..9) {
            0 => "b".to_owned(),
            1 => "!b".to_owned(),
            2 => format!("{one} == {number}"),
            3 => format!("{one} < {other} || b"),
            4 => format!("m == {}", if self.rng.bool() { "red" } else { "green" }),
            5 => format!("(b -> {one} : {other}) != {number}"),
            6 => format!("small({one}) && {other} >= {number}"),
            7 => match self.channels.last() {
                Some(&(name, capacity, _)) if capacity > 0 => match self.rng.u8(0..3) {
                    0 => format!("len({name}) < 2"),
                    1 => format!("empty({name})"),
                    _ => format!("nfull({name})"),
                },
                _ => format!("{one} != {number}"),
            },
            _ => format!("{one} + 1 > {other}"),
        }
    }

    /// A statement that never blocks.
    fn effect(&mut self) -> String {
        let (target, value) = (self.variable(), self.variable());
        match self.rng.u8(0..8) {
            0 => "b = !b".to_owned(),
            1 => format!("m = {}", if self.rng.bool() { "red" } else { "green" }),
            2 => format!("bump({target})"),
            3 => "skip".to_owned(),
            4 => "printf(\"step\\n\")".to_owned(),
            5 => format!("{target} = {}", self.rng.u8(0..3)),
            _ => format!("{target} = ({target} + {value}) % 3"),
        }
    }

    fn communication(&mut self) -> Option<String> {
        if self.channels.is_empty() {
            return None;
        }
        let (name, capacity, fields) = self.channels[self.rng.usize(0..self.channels.len())];
        let number = self.rng.u8(0..2);
        let colour = if self.rng.bool() { "red" } else { "green" };
        let buffered = capacity > 0;
        Some(match (fields, self.rng.u8(0..8)) {
            (1, 0..=2) => format!("{name}!{number}"),
            (1, 3) if buffered => format!("{name}!!{number}"),
            (1, 4) => format!("{name}?{number}"),
            (1, 5) if buffered => format!("{name}??{number}"),
            (1, 6) if buffered => format!("{name}?<x>"),
            (1, _) => format!("{name}?x"),
            (_, 0..=2) => format!("{name}!{colour}({number})"),
            (_, 3) => format!("{name}?{colour},_"),
            (_, 4) => format!("{name}?eval(m),x"),
            (_, 5) if buffered => format!("{name}?[{colour},_]"),
            (_, _) => format!("{name}?m,x"),
        })
    }

    fn guard(&mut self) -> String {
        if self.chance(40)
            && let Some(text) = self.communication()
        {
            return text;
        }
        match self.rng.u8(0..20) {
            0 => "timeout".to_owned(),
            _ => self.condition(),
        }
    }

    fn statement(&mut self, depth: usize) {
        let deep = depth > 4;
        match self.rng.u8(0..16) {
            0..=3 => {
                let text = self.effect();
                self.line(depth, &text);
            }
            4 => {
                let text = self.guard();
                self.line(depth, &text);
            }
            5 | 6 => {
                let text = self.communication().unwrap_or_else(|| "skip".to_owned());
                self.line(depth, &text);
            }
            7 => {
                let text = format!("assert({})", self.condition());
                if self.chance(30) {
                    self.line(depth, &text);
                }
            }
            8 if !deep && self.atomic == 0 => {
                self.text += &"  ".repeat(depth);
                self.text += "atomic {\n";
                self.atomic += 1;
                let count = self.rng.usize(1..=3);
                self.sequence(depth + 1, count);
                self.atomic -= 1;
                self.line(depth, "}");
            }
            9 if !deep => {
                let (condition, one, other) = (self.condition(), self.effect(), self.effect());
                let text = format!("d_step {{ {condition}; {one}; {other} }}");
                self.line(depth, &text);
            }
            10 | 11 if !deep => self.selection(depth, false),
            12 if !deep => self.selection(depth, true),
            13 if self.atomic == 0 => {
                self.labels += 1;
                let name = match self.chance(40) {
                    true => format!("end{}", self.labels),
                    false => format!("L{}", self.labels),
                };
                let text = format!("{name}: {}", self.guard());
                self.line(depth, &text);
                self.jumps.push(name);
            }
            14 if !deep && self.atomic == 0 => {
                let (main, escape) = (self.effect(), self.condition());
                let (guard, after) = (self.guard(), self.effect());
                let text = format!("{{ {guard}; {main} }} unless {{ {escape}; {after} }}");
                self.line(depth, &text);
            }
            _ => {
                let text = match self.rng.bool() {
                    true => "select (x : 0 .. 2)".to_owned(),
                    false => format!("for (x : 0 .. 1) {{ {} }}", self.effect_outside()),
                };
                self.line(depth, &text);
            }
        }
    }

    /// An effect that leaves the loop's counter alone.
    fn effect_outside(&mut self) -> String {
        self.local = false;
        let text = self.effect();
        self.local = true;
        text
    }

    fn selection(&mut self, depth: usize, repeated: bool) {
        let indent = "  ".repeat(depth);
        let (open, close) = if repeated { ("do", "od") } else { ("if", "fi") };
        let _ = writeln!(self.text, "{indent}{open}");
        self.loops += u32::from(repeated);
        let mut channels = false;
        for option in 0..self.rng.usize(1..=3) {
            let guard = self.guard();
            channels |= guard.contains(['!', '?']) && !guard.contains(['=', '<', 'b']);
            let _ = writeln!(self.text, "{indent}:: {guard};");
            let count = self.rng.usize(0..=1);
            self.sequence(depth + 1, count);
            if repeated && option == 0 && self.chance(70) {
                self.line(depth + 1, "break");
            } else if !self.jumps.is_empty() && self.atomic == 0 && self.chance(10) {
                let label = self.jumps[self.rng.usize(0..self.jumps.len())].clone();
                self.line(depth + 1, &format!("goto {label}"));
            }
        }
        if self.chance(40) && !channels {
            let _ = writeln!(self.text, "{indent}:: else;");
            let text = if repeated { "break".to_owned() } else { self.effect() };
            self.line(depth + 1, &text);
        }
        self.loops -= u32::from(repeated);
        let _ = writeln!(self.text, "{indent}{close};");
    }
}
