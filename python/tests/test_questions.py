"""The other questions: assume, compose, minimise, compare, probability, describe."""

from fractions import Fraction

import pytest

import surmise_checker as surmise

CHANNEL = """
INPUT = (input -> send -> ack -> INPUT).
OUTPUT = (send -> output -> ack -> OUTPUT).
property ORDER = (input -> output -> ORDER).
||SYSTEM = (INPUT || OUTPUT || ORDER).
"""


@pytest.fixture
def model():
    return surmise.Model.text(CHANNEL)


def test_the_weakest_assumption(model):
    found = surmise.assume(model, "INPUT")
    assert found.weakest and found.property == "ORDER" and found.components == ("INPUT",)
    assert set(found.lts.alphabet) == {"send", "output", "ack"}
    # What the rest of the model does is an environment that helps.
    assert surmise.keeps(model, found.lts, "OUTPUT")
    quotient = surmise.assume(model, "OUTPUT", quotient=True)
    assert quotient.holds is True and quotient.lts.states <= 3


def test_an_assumption_that_is_not_kept(model):
    never = surmise.Lts(1, (), alphabet=("send", "output", "ack"))
    kept = surmise.keeps(model, never, "OUTPUT")
    assert not kept and kept.trace == ("send",)


def test_compose_and_minimise(model):
    whole = surmise.compose(model, hide=["send", "ack"])
    assert whole.states == 4 and surmise.TAU in {action for _, action, _ in whole.transitions}
    small = surmise.minimise(whole, by="branching")
    assert small.states == 2 and surmise.compare(whole, small, by="branching")
    assert surmise.compare(small, surmise.Lts.cycle("input", "output"))
    only = surmise.compose(model, keep=["input"])
    assert only.alphabet == ("input",)


def test_compare_says_what_tells_them_apart(model):
    left, right = surmise.Lts.cycle("a", "b"), surmise.Lts.cycle("a", "c")
    by_traces = surmise.compare(left, right)
    assert not by_traces and by_traces.trace in (("a", "b"), ("a", "c"))
    bisimilar = surmise.compare(left, right, by="strong")
    assert not bisimilar and bisimilar.words and bisimilar.true_of in ("left", "right")
    assert surmise.compare(
        surmise.Model.text(CHANNEL, process="INPUT"), surmise.Lts.cycle("input", "send", "ack")
    )
    assert surmise.compare(left, left, by="simulation")


def test_probabilities(root):
    die = root / "corpus/prism/die.prism"
    six = surmise.probability(die, 'P=? [ F "six" ]', exact=True)
    assert six.value == Fraction(1, 6) and six.exact and six.quantity == "probability"
    assert abs(float(six) - 1 / 6) < 1e-12
    bounded = surmise.probability(die, 'P=? [ F "six" ]', precision=1e-4)
    assert bounded.low <= Fraction(1, 6) <= bounded.high
    assert surmise.probability(die, 'P<=0.2 [ F "six" ]')
    assert surmise.probability(die, 'P<=0.1 [ F "six" ]').verdict == "violated"
    with pytest.raises(TypeError):
        bool(six)


def test_constants_of_prism():
    text = 'dtmc const double p; module m s:[0..1] init 0; [] s=0 -> p:(s\'=1)+1-p:true; endmodule label "x" = s=1;'
    model = surmise.Model.text(text, language="prism", constants={"p": 0.25})
    answer = surmise.probability(model, 'P=? [ F<=2 "x" ]', exact=True)
    assert answer.value == Fraction(7, 16)


def test_describe(model):
    sizes = {part.name: part.states for part in surmise.describe(model)}
    assert sizes == {"INPUT": 3, "OUTPUT": 3, "ORDER": 2}


def test_formats():
    lts = surmise.Lts.cycle("put", "get", name="BUFFER")
    assert lts.write("aut").startswith("des (0, 2, 2)")
    assert "put -> " in lts.write("lts")
    assert lts.write("svg").lstrip().startswith("<svg")
    assert "put" in lts.write("py")
    assert surmise.Lts.from_json(lts.write("json")).transitions == lts.transitions


def test_any_question_can_be_asked():
    raw = surmise.ask({"kind": "describe", "models": ["m.lts"]}, {"m.lts": b"P = (a -> P)."})
    assert raw.answer["result"]["components"][0]["name"] == "P"
