"""Calling from Python costs less than a millisecond over the native check."""

import json
import time

import surmise_checker as surmise
from surmise_checker import _native


def best(work, rounds=60):
    """The shortest time of several, in seconds: what the work itself takes."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def test_the_cost_of_a_call(server):
    """The native part alone, JSON to JSON, against everything that Python does around it."""
    path, text = next(iter(server.texts.items()))
    question = {
        "kind": "check",
        "models": [path],
        "input": dict(server.input),
        "evidence": {"assumptions": "<python>/assumption.json"},
        "method": "learn",
    }
    request = json.dumps({"version": 1, "question": question})
    native = best(lambda: _native.ask(request, [(path, text)]))
    whole = best(lambda: surmise.check(server, method="learn"))
    print(f"native {native * 1e3:.3f} ms, from Python {whole * 1e3:.3f} ms")
    assert whole - native < 1e-3
