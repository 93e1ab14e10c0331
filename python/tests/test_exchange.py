"""To and from networkx and AALpy."""

import random

import pytest

import surmise_checker as surmise


def some_lts(seed, deterministic=False):
    """A random LTS; the seed tells which."""
    chance = random.Random(seed)
    states = chance.randint(1, 6)
    edges = []
    for state in range(states):
        for action in ("a", "b", "c"):
            for _ in range(1 if deterministic else 2):
                if chance.random() < 0.5:
                    edges.append((state, action, chance.randrange(states)))
    return surmise.Lts(states, tuple(edges), alphabet=("a", "b", "c"))


@pytest.mark.parametrize("seed", range(20))
def test_networkx_and_back(seed):
    pytest.importorskip("networkx")
    lts = some_lts(seed)
    again = surmise.Lts.from_networkx(lts.to_networkx())
    assert surmise.compare(lts, again, by="strong")
    assert sorted(again.transitions) == sorted(lts.transitions) and again.alphabet == lts.alphabet


def test_networkx_with_names_and_errors():
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_edge("idle", "busy", label="start")
    graph.add_edge("busy", "broken", label="start")
    graph.add_edge("busy", "idle", label="stop")
    lts = surmise.Lts.from_networkx(graph, initial="idle", action="label", error="broken")
    assert surmise.check(lts, errors=True, deadlock=False)[0].trace.actions == ("start", "start")
    with pytest.raises(ValueError, match="initial"):
        surmise.Lts.from_networkx(graph, action="label")
    with pytest.raises(ValueError, match="action"):
        surmise.Lts.from_networkx(graph, initial="idle")
    with_error = surmise.Lts(1, ((0, "a", surmise.ERROR),))
    assert surmise.Lts.from_networkx(with_error.to_networkx()) == with_error


@pytest.mark.parametrize("seed", range(20))
def test_aalpy_and_back(seed):
    pytest.importorskip("aalpy")
    lts = some_lts(seed, deterministic=True)
    dfa = lts.to_aalpy()
    again = surmise.Lts.from_aalpy(dfa)
    assert surmise.compare(lts, again, by="strong") and again.alphabet == lts.alphabet
    # The DFA accepts what the LTS does.
    chance = random.Random(seed)
    for _ in range(20):
        word = [chance.choice("abc") for _ in range(chance.randint(0, 5))]
        run = surmise.Lts.of([(at, action, at + 1) for at, action in enumerate(word)] or [], initial=0)
        has = surmise.compare(run, lts, by="inclusion").related
        assert dfa.compute_output_seq(dfa.initial_state, word)[-1:] in ([has], [])


def test_a_mealy_machine():
    pytest.importorskip("aalpy")
    from aalpy.automata import MealyMachine, MealyState, Onfsm, OnfsmState

    on, off = MealyState("on"), MealyState("off")
    off.transitions["push"], off.output_fun["push"] = on, "click"
    on.transitions["push"], on.output_fun["push"] = off, "clack"
    lts = surmise.Lts.from_aalpy(MealyMachine(off, [on, off]))
    assert surmise.compare(lts, surmise.Lts.cycle("push/click", "push/clack"))
    one, two = OnfsmState("one"), OnfsmState("two")
    one.add_transition("go", "ok", two)
    one.add_transition("go", "no", one)
    two.add_transition("back", "ok", one)
    lts = surmise.Lts.from_aalpy(Onfsm(one, [one, two]), label="{input}.{output}")
    assert set(lts.alphabet) == {"go.ok", "go.no", "back.ok"}


def test_what_is_no_dfa():
    pytest.importorskip("aalpy")
    from aalpy.automata import Dfa, DfaState

    with pytest.raises(ValueError, match="two ways"):
        surmise.Lts(2, ((0, "a", 0), (0, "a", 1))).to_aalpy()
    with pytest.raises(ValueError, match="silent"):
        surmise.Lts(1, ((0, surmise.TAU, 0),)).to_aalpy()
    good, bad = DfaState("good", True), DfaState("bad", False)
    good.transitions["a"], bad.transitions["a"] = bad, good
    with pytest.raises(ValueError, match="prefixes"):
        surmise.Lts.from_aalpy(Dfa(good, [good, bad]))
