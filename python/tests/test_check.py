"""Verdicts with their evidence, from texts, files and systems built in Python."""

import pytest

import surmise_checker as surmise


def test_a_violation_has_a_trace(bad_server):
    result = surmise.check(bad_server, properties="MUTEX")
    assert not result and result.verdict == "violated"
    verdict = result["MUTEX"]
    assert verdict.claim == surmise.Claim("property", "MUTEX")
    assert len(verdict.trace.steps) == 4 and verdict.trace.shortest
    assert [action.split(".")[-1] for action in verdict.trace.actions].count("grant") == 2
    last = verdict.trace.steps[-1]
    assert any(move.lane == "MUTEX" and move.to == surmise.ERROR for move in last.moves)
    assert "MUTEX" in verdict.trace.explanation and verdict.proof is None


def test_a_proof_has_assumptions(server):
    (verdict,) = surmise.check(server, properties=["MUTEX"], method="learn", rule="asym")
    assert verdict and verdict.by == "learn" and verdict.trace is None
    assert verdict.proof.rule == "asym" and verdict.proof.assumptions
    for assumption in verdict.proof.assumptions:
        assert assumption.states == assumption.lts.states
        assert assumption.transitions == len(assumption.lts.transitions)
        assert set(assumption.alphabet) == set(assumption.lts.alphabet)


def test_an_assumption_can_be_given_again(server):
    """What one proof found, another one begins with."""
    options = {"properties": "MUTEX", "method": "agar", "split": "two"}
    first = surmise.check(server, **options)[0].proof
    (assumption,) = first.assumptions
    kept = surmise.keeps(server, assumption.lts, first.groups[1])
    assert kept and kept.by in ("simulation", "inclusion")


def test_files(root):
    result = surmise.check(root / "corpus/cases/client-server.lts", process="CLIENT_SERVER")
    assert result and {str(one.claim) for one in result} == {"MUTEX", "USE", "no deadlock"}
    assert result["no deadlock"].statistics["states"] == 127
    larger = surmise.check(
        root / "corpus/cases/client-server.lts",
        process="CLIENT_SERVER",
        parameters={"N": 12},
        properties="MUTEX",
        method="agar",
    )
    assert larger and len(larger.components) == 13


def test_a_system_built_in_python(channel):
    result = surmise.check(channel)
    assert result.components == ("producer", "buffer", "consumer")
    assert result["order"] and result["no deadlock"]
    channel.property("wrong", surmise.Lts.cycle("produce", "consume"))
    trace = surmise.check(channel, properties="wrong")["wrong"].trace
    assert trace.actions == ("produce", "put", "produce")


def test_components_are_renamed_hidden_and_prefixed():
    worker = surmise.Lts.of([("idle", "start", "busy"), ("busy", "stop", "idle")])
    system = surmise.System()
    system.component("one", worker, prefix="a")
    system.component("two", worker, rename={"start": "begin"}, hide=["stop"])
    lts = surmise.compose(system)
    assert lts.alphabet == ("a.start", "a.stop", "begin")
    assert lts.states == 4


def test_deadlock_and_what_everybody_waits_for():
    left = surmise.Lts.of([(0, "a", 1), (1, "b", 0)])
    right = surmise.Lts.of([(0, "b", 1), (1, "a", 0)])
    result = surmise.check(surmise.System().component("left", left).component("right", right))
    trace = result["no deadlock"].trace
    assert trace.violation == "deadlock" and len(trace) == 0
    assert [one.actions for one in trace.waiting] == [("a",), ("b",)]


def test_liveness_is_a_run_with_a_cycle():
    model = surmise.Model.text("P = (a -> P | b -> P).")
    verdict = surmise.check(model, ltl="[]<> a", fairness="none")[0]
    assert verdict.verdict == "violated" and verdict.trace.cycle is not None
    assert set(verdict.trace.actions[verdict.trace.cycle :]) == {"b"}
    assert surmise.check(model, ltl="[]<> a", fairness="choice")


def test_limits_leave_things_undecided(endless):
    result = surmise.check(endless, method="mono", states=1000)
    verdict = result["no deadlock"]
    assert (result.verdict, verdict.limit) == ("undecided", "states")
    assert "1000 states" in verdict.reason and verdict.known
    assert surmise.check(endless, method="mono", time=0.05)[0].limit == "time"


def test_promela():
    text = """byte x;
        active proctype P() { do :: x < 3 -> x++ od }
        active proctype Q() { assert(x < 3) }"""
    model = surmise.Model.text(text, language="promela")
    result = surmise.check(model, errors=True, deadlock=False)
    assert result.verdict == "violated"
    moves = [move for step in result[0].trace.steps for move in step.moves]
    assert ("x", "3") in [(move.lane, move.to_name) for move in moves]
    assert {move.line for move in moves if move.lane == "P"} == {2}


def test_certificates_are_checked_by_somebody_else(server, bad_server, tmp_path):
    for model in (server, bad_server):
        for method in (None, "learn", "symbolic"):
            result = surmise.check(
                model, properties="MUTEX", method=method, certificates=True, confirm=True
            )
            assert result[0].confirmed is True
            certificate = result[0].certificate
            accepted = surmise.certify(model, certificate)
            assert accepted and "MUTEX" in accepted.shows
            certificate.save(tmp_path / "proof.json")
            assert surmise.certify(model, tmp_path / "proof.json") == accepted
            assert surmise.Certificate.load(tmp_path / "proof.json") == certificate


def test_a_certificate_of_another_model_is_refused(server, bad_server):
    proof = surmise.check(server, properties="MUTEX", method="learn", certificates=True)[0]
    # It says which process it is about; another one is another system.
    refused = surmise.certify(bad_server, proof.certificate)
    assert not refused and refused.answer == "refused" and refused.reason


@pytest.mark.parametrize("method", ["auto", "mono", "symbolic", "learn", "agar", "circular", "quotient"])
def test_all_methods_and_numbers_of_threads_agree(server, bad_server, method):
    for model, expected in ((server, "holds"), (bad_server, "violated")):
        one = surmise.check(model, properties="MUTEX", method=method, threads=1)
        two = surmise.check(model, properties="MUTEX", method=method, threads=2)
        assert one.verdict == expected and one == two
