"""While a check runs: events, Ctrl-C, other threads; and what comes of it can be pickled."""

import os
import pickle
import signal
import threading
import time

import pytest

import surmise_checker as surmise


def test_progress_is_told(endless, server):
    events = []
    surmise.check(endless, method="mono", states=300_000, progress=events.append)
    searching = [event for event in events if isinstance(event, surmise.Searching)]
    assert searching and searching[-1].states > 1000
    events.clear()
    options = {"method": "learn", "properties": "MUTEX", "follow": True, "conjectures": True}
    proof = surmise.check(server, progress=events.append, **options)[0].proof
    assert any(isinstance(event, surmise.Narration) for event in events)
    proposed = [event for event in events if isinstance(event, surmise.Conjectured)]
    assert proposed[-1].lts.alphabet == proof.assumptions[0].lts.alphabet or len(proposed) > 1


def test_what_a_callback_raises_ends_the_check(endless):
    class Enough(ValueError):
        pass

    def hear(event):
        raise Enough

    start = time.monotonic()
    with pytest.raises(Enough):
        surmise.check(endless, method="mono", progress=hear)
    assert time.monotonic() - start < 10


def test_ctrl_c_returns_what_was_found(endless):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        surmise.check(endless, method="mono")
    assert time.monotonic() - start < 10
    assert isinstance(caught.value, surmise.Interrupted)
    assert caught.value.result["no deadlock"].limit == "interrupt"


def test_other_threads_go_on(endless):
    """The interpreter's lock is released: a thread counts while another one checks."""
    done, ticks = threading.Event(), 0

    def work():
        surmise.check(endless, method="mono", time=0.5, threads=1)
        done.set()

    threading.Thread(target=work).start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.01)
    assert ticks > 10


def test_checks_side_by_side(server):
    """Several threads of Python ask at the same time and get the same answers."""
    answers = []

    def ask():
        answers.append(surmise.check(server, properties="MUTEX"))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8 and all(answer == answers[0] for answer in answers)


def test_results_can_be_pickled(server, bad_server, channel, root):
    die = root / "corpus/prism/die.prism"
    results = [
        server,
        surmise.check(server, method="learn", certificates=True),
        surmise.check(bad_server, certificates=True),
        surmise.check(channel),
        surmise.assume(channel, "producer"),
        surmise.compose(channel),
        surmise.compare(surmise.Lts.cycle("a"), surmise.Lts.cycle("b"), by="strong"),
        surmise.probability(die, 'P=? [ F "six" ]'),
        surmise.describe(channel),
        surmise.Searching(1, 2, 3, 4),
    ]
    for result in results:
        assert pickle.loads(pickle.dumps(result)) == result
    again = pickle.loads(pickle.dumps(channel))
    assert surmise.check(again) == results[3]
    interrupted = pickle.loads(pickle.dumps(surmise.Interrupted(results[2])))
    assert interrupted.result == results[2]
