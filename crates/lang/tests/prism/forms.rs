//! The forms of properties that PRISM's manual lists for `dtmc` and `mdp`: each with its value, or
//! with the reason why it is not answered.

use surmise_lang::prism::{CompileOptions, compile};

use super::corpus::answer;

/// Knuth and Yao's die, with a reward for each toss.
const DIE: &str = "dtmc
    module die
      s : [0..7]; d : [0..6];
      [] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2);
      [] s=1 -> 1/2 : (s'=3) + 1/2 : (s'=4);
      [] s=2 -> 1/2 : (s'=5) + 1/2 : (s'=6);
      [] s=3 -> 1/2 : (s'=1) + 1/2 : (s'=7) & (d'=1);
      [] s=4 -> 1/2 : (s'=7) & (d'=2) + 1/2 : (s'=7) & (d'=3);
      [] s=5 -> 1/2 : (s'=7) & (d'=4) + 1/2 : (s'=7) & (d'=5);
      [] s=6 -> 1/2 : (s'=2) + 1/2 : (s'=7) & (d'=6);
      [done] s=7 -> true;
    endmodule
    rewards \"tosses\" s<7 : 1; endrewards
    rewards \"ones\" [done] d=1 : 2; endrewards
    label \"end\" = s=7;";

/// One may wait, or toss a coin until it shows heads; tails costs.
const COIN: &str = "mdp
    module coin
      x : [0..2];
      [wait] x=0 -> true;
      [toss] x=0 -> 1/3 : (x'=1) + 2/3 : (x'=2);
      [again] x=2 -> (x'=0);
      [] x=1 -> true;
    endmodule
    rewards \"cost\" [toss] true : 3; x=2 : 1; endrewards
    rewards x=1 : 1; endrewards";

const VALUES: &[(&str, &str, &str)] = &[
    (DIE, "P=? [ F d=6 ]", "1/6"),
    (DIE, "P=? [ F<=3 \"end\" ]", "3/4"),
    (DIE, "P=? [ F<4 \"end\" ]", "3/4"),
    (DIE, "P=? [ F=3 \"end\" ]", "3/4"),
    (DIE, "P=? [ F>=1 s=0 ]", "0"),
    (DIE, "P=? [ F>3 s=2 ]", "1/32"),
    (DIE, "P=? [ F[3,3] s=7 & d=1 ]", "1/8"),
    (DIE, "P=? [ F[1,2] s=4 ]", "1/4"),
    (DIE, "P=? [ s<3 U s=4 ]", "1/4"),
    (DIE, "P=? [ s<3 U<=1 s=2 ]", "1/2"),
    (DIE, "P=? [ s<3 W s=4 ]", "1/4"),
    (DIE, "P=? [ s!=4 W s=4 ]", "1"),
    (DIE, "P=? [ s=7 R d=0 ]", "0"),
    (DIE, "P=? [ G s!=6 ]", "3/4"),
    (DIE, "P=? [ G<=1 s!=1 ]", "1/2"),
    (DIE, "P=? [ X s=1 ]", "1/2"),
    (DIE, "P>=1 [ F \"end\" ]", "true"),
    (DIE, "P<0.1 [ F d=6 ]", "false"),
    (DIE, "P=? [ F P>=1 [ F d=1 ] ]", "1/6"),
    (DIE, "P=? [ F (P>0.4 [ X s=7 ] & s>3) ]", "1"),
    (DIE, "\"init\" => P>0 [ F d=3 ]", "true"),
    (DIE, "P>=1 [ F s=7 ] & !P>=1/2 [ F d=1 ]", "true"),
    (DIE, "1 - P=? [ F d=6 ]", "5/6"),
    (DIE, "P=? [ F d=1 ] / P=? [ F d<3 & s=7 ]", "1/2"),
    (DIE, "R{\"tosses\"}=? [ F \"end\" ]", "11/3"),
    (DIE, "R=? [ F s=7 ]", "11/3"),
    (DIE, "R{1}=? [ F d=1 & s=7 ]", "infinity"),
    (DIE, "R{\"tosses\"}=? [ C ]", "11/3"),
    (DIE, "R{\"tosses\"}=? [ C<=2 ]", "2"),
    (DIE, "R{\"tosses\"}=? [ C<=4 ]", "13/4"),
    (DIE, "R{\"tosses\"}=? [ I=3 ]", "1/4"),
    (DIE, "R{\"ones\"}=? [ S ]", "1/3"),
    (DIE, "R{\"ones\"}=? [ C ]", "infinity"),
    (DIE, "R{\"tosses\"}<=4 [ F s=7 ]", "true"),
    (DIE, "R{\"tosses\"}<3 [ F s=7 ]", "false"),
    (DIE, "S=? [ d=2 ]", "1/6"),
    (DIE, "S<0.5 [ d=2 ]", "true"),
    (DIE, "A [ F \"end\" ]", "false"),
    (DIE, "E [ F d=1 ]", "true"),
    (DIE, "A [ G d<7 ]", "true"),
    (DIE, "E [ G s!=7 ]", "true"),
    (DIE, "A [ X s>0 ]", "true"),
    (DIE, "E [ s<3 U s=4 ]", "true"),
    (DIE, "filter(max, P=? [ F d=1 ], s<7)", "2/3"),
    (DIE, "filter(min, P=? [ F d=1 ], s=1|s=3)", "1/3"),
    (DIE, "filter(count, s=7)", "6"),
    (DIE, "filter(sum, P=? [ X s=7 ], s=4|s=5)", "2"),
    (DIE, "filter(avg, R{\"tosses\"}=? [ F s=7 ], s=4|s=0)", "7/3"),
    (DIE, "filter(forall, P>0 [ F \"end\" ])", "true"),
    (DIE, "filter(exists, P>=1 [ F d=1 ], s<7)", "false"),
    (DIE, "filter(state, P=? [ F d=1 ], s=3)", "2/3"),
    (DIE, "filter(first, P=? [ F d=1 ], s=3)", "2/3"),
    (DIE, "P=? [ G F d=6 ]", "1/6"),
    (DIE, "P=? [ F G d=6 ]", "1/6"),
    (DIE, "P=? [ (F s=3) & (F d=6) ]", "0"),
    (DIE, "P=? [ F (s=3 & X s=1) ]", "1/8"),
    (DIE, "P=? [ F (s=1 & F s=7 & d=1) ]", "1/6"),
    (DIE, "P=? [ !(F d=6) ]", "5/6"),
    (DIE, "P=? [ (F d=6) => (G s!=6) ]", "5/6"),
    (DIE, "P=? [ X X s=3 ]", "1/4"),
    (DIE, "P=? [ X (F<=2 s=7) ]", "3/4"),
    (DIE, "P=? [ X (G<=1 s=1|s=3) ]", "1/4"),
    (DIE, "P=? [ (s=0 U s=1) U s=7 ]", "0"),
    (DIE, "P=? [ G (s=2 => X s=6) ]", "2/3"),
    (DIE, "P>=0.1 [ F G d=6 ]", "true"),
    (DIE, "P=? [ F (P>0.4 [ X X s=7 ] & X s=3) ]", "1/4"),
    (DIE, "P=? [ F d=6 || F s=6 ]", "2/3"),
    (DIE, "P=? [ X s=1 || G s!=6 ]", "2/3"),
    (COIN, "Pmax=? [ G F x=2 ]", "0"),
    (COIN, "Pmax=? [ F (x=2 & F G x=0) ]", "2/3"),
    (COIN, "Pmin=? [ G F x=0 ]", "0"),
    (COIN, "Pmin=? [ (G F x=0) | F x=1 ]", "1"),
    (COIN, "Pmax=? [ F x=1 ]", "1"),
    (COIN, "Pmin=? [ F x=1 ]", "0"),
    (COIN, "P>=1 [ F x=1 ]", "false"),
    (COIN, "Pmax>=1 [ F x=1 ]", "true"),
    (COIN, "R{\"cost\"}min=? [ F x=1 ]", "11"),
    (COIN, "R{\"cost\"}max=? [ F x=1 ]", "infinity"),
    (COIN, "R{\"cost\"}max=? [ C ]", "11"),
    (COIN, "R{\"cost\"}min=? [ C ]", "0"),
    (COIN, "R{\"cost\"}max=? [ C<=2 ]", "11/3"),
    (COIN, "R{2}max=? [ I=1 ]", "1/3"),
    (COIN, "R{2}max=? [ S ]", "1"),
    (COIN, "R{2}min=? [ S ]", "0"),
    (COIN, "Smax=? [ x=1 ]", "1"),
    (COIN, "E [ G x=0 ]", "true"),
];

const REFUSED: &[(&str, &str)] = &[
    ("A [ G F s=7 ]", "as in CTL"),
    ("P=? [ F<=200 s=1 & X s=2 ] + P=? [ G (F<=200 s=1) ]", "more than 100 steps"),
    ("R{\"none\"}=? [ F s=7 ]", "there is no reward structure"),
    ("R{3}=? [ F s=7 ]", "2 reward structures"),
    ("multi(P>=1 [ F s=7 ])", "several objectives"),
    ("R=? [ s<7 U s=7 ]", "not of other paths"),
    ("filter(argmax, P=? [ F d=1 ], s<7)", "filter"),
    ("P=? [ F s=7 ] + s", "from state to state"),
];

#[test]
fn the_forms_of_the_manual() {
    for (source, property, expected) in VALUES {
        let model = compile(source, &CompileOptions::default()).unwrap();
        let (value, holds) = answer(&model, property);
        let found = match holds {
            Some(holds) => holds.to_string(),
            None => value.to_string(),
        };
        assert_eq!(found, *expected, "{property}");
    }
}

#[test]
fn what_is_not_answered_says_why() {
    let model = compile(DIE, &CompileOptions::default()).unwrap();
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
