//! The case studies of the Probabilistic paper, written anew in PRISM's language to the published sizes.
//!
//! A client-server protocol with mutual exclusion, where one client (CS1) or all of them (CSN) may change their mind: a server of
//! (n+1)² states, clients of 5 states if they may fail and 3 if not, specifications of 3n+1 and (n+3)·3^(n−1) states, all as
//! published. The specifications say how probably a client fails, and that who has the resource is alone; requests, denials and
//! the use of the resource are not spoken about.
//!
//! A network of sensors, a channel with a buffer of two messages, and a processor (SN). With one sensor the system has the
//! published 462 states; how the published one grows with the number of sensors is not known, and here all share the buffer.

use std::fmt::Write as _;

/// A system and its specification, each as a text.
pub(super) struct Texts {
    pub(super) system: String,
    pub(super) specification: String,
}

/// A client-server system with n clients, of which the first `faulty` may fail.
pub(super) fn client_server(n: u32, faulty: u32) -> Texts {
    let mut system = "mdp\n\nmodule server\n  s : [0..3];\n".to_owned();
    let _ = writeln!(system, "  i : [0..{n}];\n  j : [0..{n}];");
    for c in 1..=n {
        let _ = writeln!(
            system,
            "  [cancel{c}] s=0 -> true;\n  \
             [request{c}] s=0 -> (s'=1) & (i'={c});\n  \
             [grant{c}] s=1 & i={c} -> (s'=2);\n  \
             [cancel{c}] s=2 & i={c} -> (s'=0) & (i'=0);\n  \
             [cancel{c}] s=2 & i!={c} -> true;\n  \
             [request{c}] s=2 -> (s'=3) & (j'={c});\n  \
             [deny{c}] s=3 & j={c} -> (s'=2) & (j'=0);"
        );
    }
    system += "endmodule\n";
    for c in 1..=n {
        let _ = writeln!(system, "\nmodule client{c}");
        match c <= faulty {
            true => {
                let _ = writeln!(
                    system,
                    "  c{c} : [0..4] init 3;\n  \
                     [decide{c}] c{c}=3 -> 0.9 : (c{c}'=0) + 0.1 : (c{c}'=4);\n  \
                     [cancel{c}] c{c}=4 -> (c{c}'=1);"
                );
            }
            false => {
                let _ = writeln!(system, "  c{c} : [0..2];");
            }
        }
        let _ = writeln!(
            system,
            "  [request{c}] c{c}=0 -> (c{c}'=1);\n  \
             [deny{c}] c{c}=1 -> (c{c}'=0);\n  \
             [grant{c}] c{c}=1 -> (c{c}'=2);\n  \
             [use{c}] c{c}=2 -> true;\n  \
             [cancel{c}] c{c}=2 -> (c{c}'=0);\nendmodule"
        );
    }
    let mut specification = "mdp\n\nmodule specification\n".to_owned();
    let _ = writeln!(specification, "  holder : [0..{n}];");
    for c in 1..=n {
        let is_sane = match c <= faulty {
            true => {
                let _ = writeln!(
                    specification,
                    "  m{c} : [0..2];\n  \
                     [decide{c}] m{c}=0 -> 0.9 : (m{c}'=1) + 0.1 : (m{c}'=2);\n  \
                     [cancel{c}] m{c}=2 -> true;"
                );
                format!("m{c}=1 & ")
            }
            false => String::new(),
        };
        let _ = writeln!(
            specification,
            "  [grant{c}] {is_sane}holder=0 -> (holder'={c});\n  [cancel{c}] holder={c} -> (holder'=0);"
        );
    }
    specification += "endmodule\n";
    Texts { system, specification }
}

/// A network of n sensors.
pub(super) fn sensor_network(n: u32) -> Texts {
    let mut system = "mdp\n".to_owned();
    for k in 1..=n {
        let _ = writeln!(
            system,
            "\nmodule sensor{k}\n  y{k} : [0..6];\n  \
             [send{k}] y{k}=0 -> (y{k}'=1);\n  \
             [data{k}] y{k}=1 -> (y{k}'=0);\n  \
             [full{k}] y{k}=1 -> (y{k}'=0);\n  \
             [detect{k}] y{k}=0 -> (y{k}'=2);\n  \
             [send{k}] y{k}=2 -> (y{k}'=3);\n  \
             [alert{k}] y{k}=3 -> (y{k}'=4);\n  \
             [full{k}] y{k}=3 -> (y{k}'=2);\n  \
             [send{k}] y{k}=4 -> (y{k}'=5);\n  \
             [stop{k}] y{k}=5 -> (y{k}'=6);\n  \
             [full{k}] y{k}=5 -> (y{k}'=4);\nendmodule"
        );
    }
    system += "\nmodule channel\n  c : [0..3];\n  what : [0..3];\n  first : [0..3];\n  second : [0..3];\n";
    for k in 1..=n {
        let _ =
            writeln!(system, "  [send{k}] c=0 -> (c'=1);\n  [full{k}] c=1 & second>0 -> (c'=0);");
        for (code, kind) in ["data", "alert", "stop"].iter().enumerate() {
            let code = code + 1;
            let _ = writeln!(
                system,
                "  [{kind}{k}] c=1 & first=0 -> (c'=0) & (first'={code});\n  \
                 [{kind}{k}] c=1 & first>0 & second=0 -> (c'=0) & (second'={code});"
            );
        }
    }
    system += "  [process] c=0 & first>0 -> (c'=2);\n  \
        [extract] c=2 -> 0.8 : (c'=3) & (what'=first) & (first'=second) & (second'=0)\n    \
        + 0.2 : (c'=0) & (first'=second) & (second'=0);\n  \
        [data] c=3 & what=1 -> (c'=0);\n  [alert] c=3 & what=2 -> (c'=0);\n  [stop] c=3 & what=3 -> (c'=0);\nendmodule\n\n\
        module processor\n  x : [0..2];\n  count : [0..10];\n  \
        [data] x=0 -> (count'=10);\n  [work] x=0 & count>0 -> (count'=count-1);\n  [alert] x=0 -> (count'=0);\n  \
        [stop] x=0 & count>0 -> 0.95 : (x'=1) + 0.05 : (x'=2);\n  [stop] x=0 & count=0 -> (x'=1);\n  \
        [done] x=1 -> true;\n  [crash] x=2 -> true;\nendmodule\n";
    // What is detected is told twice; the processor stops, and crashes with probability 0.05 at most, if it has something to do.
    let mut specification =
        "mdp\n\nmodule specification\n  x : [0..2];\n  busy : [0..1];\n".to_owned();
    for k in 1..=n {
        let _ = writeln!(
            specification,
            "  m{k} : [0..2];\n  \
             [detect{k}] m{k}=0 -> (m{k}'=1);\n  \
             [alert{k}] m{k}=1 -> (m{k}'=2);\n  \
             [stop{k}] m{k}=2 -> true;"
        );
    }
    specification += "  [data] x=0 -> (busy'=1);\n  [work] x=0 & busy=1 -> true;\n  [work] x=0 & busy=1 -> (busy'=0);\n  \
        [alert] x=0 -> (busy'=0);\n  [stop] x=0 & busy=1 -> 0.95 : (x'=1) + 0.05 : (x'=2);\n  [stop] x=0 & busy=0 -> (x'=1);\n  \
        [done] x=1 -> true;\n  [crash] x=2 -> true;\nendmodule\n";
    Texts { system, specification }
}
