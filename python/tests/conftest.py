"""What the tests share: models of the repository, and one that takes long."""

from pathlib import Path

import pytest

import surmise_checker as surmise

ROOT = Path(__file__).resolve().parents[2]

SERVER = """
const N = 2
CLIENT = (request -> grant -> use -> cancel -> CLIENT).
SERVER = (client[i:1..N].request -> client[i].grant -> SERVER
         |client[i:1..N].cancel -> SERVER).
GOOD = (client[i:1..N].request -> client[i].grant -> client[i].cancel -> GOOD).
property MUTEX = (client[i:1..N].grant -> client[i].cancel -> MUTEX).
||BAD_SYSTEM = (client[1..N]:CLIENT || SERVER || MUTEX).
||SYSTEM = (client[1..N]:CLIENT || GOOD || MUTEX).
"""

COUNTERS = """
const N = 60
COUNTER = (tick -> COUNTER | tock -> (back -> COUNTER)).
||SYSTEM = (forall [i:1..N] c[i]:COUNTER).
"""


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.fixture
def server() -> surmise.Model:
    return surmise.Model.text(SERVER, name="server.lts", process="SYSTEM")


@pytest.fixture
def bad_server() -> surmise.Model:
    return surmise.Model.text(SERVER, name="server.lts", process="BAD_SYSTEM")


@pytest.fixture
def endless() -> surmise.Model:
    """More states than anybody visits."""
    return surmise.Model.text(COUNTERS, name="counters.lts")


@pytest.fixture
def channel() -> surmise.System:
    """Built in Python, without any language."""
    return (
        surmise.System()
        .component("producer", surmise.Lts.cycle("produce", "put"))
        .component("buffer", surmise.Lts.cycle("put", "get"))
        .component("consumer", surmise.Lts.cycle("get", "consume"))
        .property("order", surmise.Lts.cycle("put", "get"))
    )
