//! The case studies of the Probabilistic paper, written anew in PRISM's language to the published
//! sizes.
//!
//! A client-server protocol with mutual exclusion, where one client (CS1) or all of them (CSN) may
//! change their mind: a server of (n+1)² states, clients of 5 states if they may fail and 3 if not,
//! specifications of 3n+1 and (n+3)·3^(n−1) states, all as published. The specifications say how
//! probably a client fails, and that who has the resource is alone; requests, denials and the use
//! of the resource are not spoken about.
//!
//! The arbiter of the Mars rovers (MER), after `corpus/cases/mer.lts`: users of the published 12
//! states that may crash while they use what they were granted and then take a while to be back, an
//! arbiter for communicating and driving that may deny by mistake, and the rover's power, which
//! goes with the sun. The published arbiter (24n² + 19n + 5 states) is not known; with ours there
//! are at most four hundredths more states than the published 16k, 120k and 841k. The specification
//! says that who communicates or drives is alone, and how probably it crashes.
//!
//! A network of sensors, a channel with a buffer of two messages for all of them, and a processor
//! (SN). The channel remembers which sensor it listened to last; with that the system has exactly
//! the published 462, 7860 and 78k states (77766), and the specification the published 18, 54 and
//! 162.

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

/// The arbiter of the Mars rovers with n users.
pub(super) fn arbiter(n: u32) -> Texts {
    const PAIR: [(u32, &str); 2] = [(1, "comm"), (2, "drive")];
    let mut system =
        format!("mdp\n\nmodule arbiter\n  a : [0..12];\n  u : [0..{n}];\n  v : [0..{n}];\n");
    let mut users = String::new();
    let mut specification =
        format!("mdp\n\nmodule specification\n  m : [0..3];\n  h : [0..{n}];\n");
    for i in 1..=n {
        let _ = writeln!(users, "\nmodule user{i}\n  s{i} : [0..11];");
        for (r, name) in PAIR {
            // States of the arbiter, which has granted what it was asked for, and of a user.
            let (denying, granted, asked) = (10 + r, r + 2, r + 4);
            let (holds, crashed) = (r + 2, r + 5);
            let _ = writeln!(
                system,
                "  [request{i}_{name}] a=0 -> 0.98 : (a'={r}) & (u'={i}) + 0.02 : (a'={denying}) & (u'={i});\n  \
                 [grant{i}_{name}] a={r} & u={i} -> (a'={granted});\n  \
                 [deny{i}_{name}] a={denying} & u={i} -> (a'=0) & (u'=0);\n  \
                 [cancel{i}_{name}] a={granted} & u={i} -> (a'=0) & (u'=0);\n  \
                 [request{i}_{name}] a=3 -> (a'={asked}) & (v'={i});\n  \
                 [deny{i}_{name}] a={asked} & v={i} -> (a'=3) & (v'=0);"
            );
            let _ = writeln!(
                users,
                "  [request{i}_{name}] s{i}=0 -> (s{i}'={r});\n  \
                 [grant{i}_{name}] s{i}={r} -> (s{i}'={holds});\n  \
                 [deny{i}_{name}] s{i}={r} -> (s{i}'=0);\n  \
                 [cancel{i}_{name}] s{i}={holds} -> (s{i}'=0);\n  \
                 [use{i}] s{i}={holds} -> 0.99 : true + 0.01 : (s{i}'={crashed});\n  \
                 [cancel{i}_{name}] s{i}={crashed} -> (s{i}'=8);"
            );
            let _ = writeln!(
                specification,
                "  [grant{i}_{name}] m=0 -> (m'={r}) & (h'={i});\n  \
                 [cancel{i}_{name}] (m={r} | m=3) & h={i} -> (m'=0) & (h'=0);"
            );
        }
        let _ = writeln!(
            system,
            "  [request{i}_drive] a=4 -> (a'=7) & (v'={i});\n  \
             [deny{i}_drive] a=7 & v={i} -> (a'=4) & (v'=0);\n  \
             [request{i}_comm] a=4 -> (a'=8) & (v'={i});\n  \
             [rescind{i}] a=8 & u={i} -> (a'=9);\n  \
             [cancel{i}_drive] (a=8 | a=9) & u={i} -> (a'=10) & (u'=0);\n  \
             [grant{i}_comm] a=10 & v={i} -> (a'=3) & (u'={i}) & (v'=0);"
        );
        let _ = writeln!(
            users,
            "  [rescind{i}] s{i}=4 -> (s{i}'=5);\n  \
             [cancel{i}_drive] s{i}=5 -> (s{i}'=0);\n  \
             [rescind{i}] s{i}=7 -> true;\n  \
             [reboot{i}] s{i}=8 -> (s{i}'=9);\n  \
             [load{i}] s{i}=9 -> (s{i}'=10);\n  \
             [test{i}] s{i}=10 -> 0.97 : (s{i}'=11) + 0.03 : (s{i}'=8);\n  \
             [start{i}] s{i}=11 -> (s{i}'=0);\nendmodule"
        );
        let _ = writeln!(
            specification,
            "  [use{i}] (m=1 | m=2) & h={i} -> 0.99 : true + 0.01 : (m'=3);"
        );
    }
    system += "endmodule\n\n\
        module power\n  sun : [0..4];\n  charge : [0..2] init 2;\n  \
        [hour] true -> 0.9 : (sun'=mod(sun+1,5)) + 0.1 : true;\n  \
        [load] sun=1 & charge<2 -> (charge'=charge+1);\n  \
        [drain] charge>0 -> (charge'=charge-1);\nendmodule\n";
    specification += "endmodule\n";
    Texts { system: system + &users, specification }
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
    let _ = writeln!(system, "  who : [1..{n}] init 1;");
    for k in 1..=n {
        let _ = writeln!(
            system,
            "  [send{k}] c=0 -> (c'=1) & (who'={k});\n  [full{k}] c=1 & who={k} & second>0 -> (c'=0);"
        );
        for (code, kind) in ["data", "alert", "stop"].iter().enumerate() {
            let code = code + 1;
            let _ = writeln!(
                system,
                "  [{kind}{k}] c=1 & who={k} & first=0 -> (c'=0) & (first'={code});\n  \
                 [{kind}{k}] c=1 & who={k} & first>0 & second=0 -> (c'=0) & (second'={code});"
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
    // What is detected is told twice; the processor stops, and crashes with probability 0.05 at
    // most, as it need not if it has nothing to do: 6·3ⁿ states, as published.
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
        [alert] x=0 -> (busy'=0);\n  [stop] x=0 -> 0.95 : (x'=1) + 0.05 : (x'=2);\n  [stop] x=0 & busy=0 -> (x'=1);\n  \
        [done] x=1 -> true;\n  [crash] x=2 -> true;\nendmodule\n";
    Texts { system, specification }
}
