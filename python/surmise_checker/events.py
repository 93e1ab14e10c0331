"""What a check tells while it runs, for the `progress` callback."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Tuple, Union

from .errors import Diagnostic
from .lts import Lts


@dataclass(frozen=True)
class Searching:
    """A search goes on: states so far, those still to expand, depth, and memory."""

    states: int
    waiting: int
    depth: int
    bytes: int


@dataclass(frozen=True)
class Growing:
    """Sets of states are computed as diagrams."""

    nodes: int
    bytes: int


@dataclass(frozen=True)
class Refined:
    """An abstraction was refined on the way to an assumption."""

    about: str
    steps: int
    classes: int
    assumption: Optional[int] = None


@dataclass(frozen=True)
class Conjectured:
    """An assumption is proposed, with `conjectures=True`."""

    name: str
    group: Tuple[str, ...]
    rule: str
    number: int
    lts: Lts


@dataclass(frozen=True)
class Phase:
    """Where the work is now."""

    text: str


@dataclass(frozen=True)
class Narration:
    """A step of the reasoning, with `follow=True`."""

    text: str


@dataclass(frozen=True)
class Remarked:
    """Something to say about the input or the answer."""

    diagnostic: Diagnostic


Event = Union[Searching, Growing, Refined, Conjectured, Phase, Narration, Remarked]

_KINDS: Mapping[str, Any] = {
    "searching": Searching,
    "growing": Growing,
    "refined": Refined,
    "phase": Phase,
    "narration": Narration,
}


def read_event(json: Mapping[str, Any]) -> Optional[Event]:
    """The event that JSON says; nothing if it is of a kind that is not known here."""
    fields = {name: value for name, value in json.items() if name != "event"}
    kind = json["event"]
    if kind == "remark":
        return Remarked(Diagnostic._read(json["remark"]))
    if kind == "conjecture":
        made = json["conjecture"]
        group, lts = tuple(made["group"]), Lts.from_json(made["lts"])
        return Conjectured(made["name"], group, made["rule"], made["number"], lts)
    if kind not in _KINDS:
        return None
    event: Event = _KINDS[kind](**fields)
    return event
