"""Labelled transition systems: what components, properties and assumptions are."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Dict, Hashable, Iterable, Mapping, Optional, Tuple, Union

if TYPE_CHECKING:
    import networkx

#: The error state, as a target of transitions.
ERROR = -1

#: The label of silent steps.
TAU = "tau"


@dataclass(frozen=True)
class Lts:
    """States 0, 1, …, an initial one, and transitions `(from, action, to)`.

    `alphabet` may have actions without transitions, which the LTS then never does. Where `to` is
    `ERROR`, something went wrong; `TAU` is silent; in state `end`, the process has ended.
    """

    states: int
    transitions: Tuple[Tuple[int, str, int], ...]
    initial: int = 0
    alphabet: Tuple[str, ...] = ()
    end: Optional[int] = None
    name: Optional[str] = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "transitions", tuple(map(tuple, self.transitions)))
        actions = {action for _, action, _ in self.transitions} | set(self.alphabet)
        object.__setattr__(self, "alphabet", tuple(sorted(actions - {TAU})))
        known = range(ERROR, self.states)
        for source, action, target in self.transitions:
            if source not in range(self.states) or target not in known:
                raise ValueError(f"({source}, {action!r}, {target}): there is no such state")
        if self.initial not in known or self.end not in (None, *range(self.states)):
            raise ValueError("the initial state, or the one at the end, does not exist")

    @classmethod
    def of(
        cls,
        transitions: Iterable[Tuple[Hashable, str, Hashable]],
        *,
        initial: Optional[Hashable] = None,
        alphabet: Iterable[str] = (),
        error: Optional[Hashable] = None,
        end: Optional[Hashable] = None,
        name: Optional[str] = None,
    ) -> Lts:
        """An LTS with any hashable values as states, in the order in which they come. The first
        one is initial, unless `initial` says otherwise; `error` is what stands for `ERROR`."""
        numbers: Dict[Hashable, int] = {}
        if error is not None:
            numbers[error] = ERROR

        def number(state: Hashable) -> int:
            return numbers.setdefault(state, len(numbers) - (error is not None))

        given = list(transitions)
        first = given[0][0] if initial is None and given else initial
        start = number(first)
        edges = tuple((number(source), action, number(to)) for source, action, to in given)
        last = None if end is None else number(end)
        states = len(numbers) - (error is not None)
        return cls(states, edges, start, tuple(alphabet), last, name)

    @classmethod
    def cycle(cls, *actions: str, name: Optional[str] = None) -> Lts:
        """A process that does these actions in turn, for ever."""
        size = len(actions)
        edges = tuple((at, action, (at + 1) % size) for at, action in enumerate(actions))
        return cls(max(size, 1), edges, name=name)

    @classmethod
    def from_json(cls, text: Union[str, bytes, Mapping[str, Any]]) -> Lts:
        """An LTS of the format `surmise-lts`, as text or as what `json.load` gives."""
        value = text if isinstance(text, Mapping) else json.loads(text)
        if value.get("format") != "surmise-lts":
            raise ValueError("this is no LTS of the format surmise-lts")
        return cls(
            states=value["states"],
            transitions=tuple(tuple(edge) for edge in value["transitions"]),
            initial=value.get("initial", 0),
            alphabet=tuple(value.get("alphabet") or ()),
            end=value.get("end"),
            name=value.get("name"),
        )

    def to_json(self) -> str:
        """The LTS in the format `surmise-lts`."""
        value: Dict[str, Any] = {"format": "surmise-lts"}
        if self.name is not None:
            value["name"] = self.name
        value.update(states=self.states, initial=self.initial)
        if self.end is not None:
            value["end"] = self.end
        value.update(alphabet=self.alphabet, transitions=self.transitions)
        return json.dumps(value)

    def named(self, name: str) -> Lts:
        """The same LTS under another name."""
        return replace(self, name=name)

    def write(self, format: str) -> str:
        """The LTS as a text: "aut", "json", "lts" (FSP), "pml", "dot", "svg", or as a program that
        watches a stream of actions, "py", "rs" or "c"."""
        from .questions import written

        return written(self, format)

    def to_networkx(self) -> networkx.MultiDiGraph[int]:
        """The LTS as a graph. Edges have an attribute `action`, the graph has `initial`,
        `alphabet` and `end`."""
        from .exchange import to_networkx

        return to_networkx(self)

    @classmethod
    def from_networkx(
        cls,
        graph: Any,
        *,
        initial: Optional[Hashable] = None,
        action: str = "action",
        error: Optional[Hashable] = None,
    ) -> Lts:
        """The LTS that a directed graph of networkx is. Edges have their action in the attribute
        `action`; `initial` is needed unless the graph has such an attribute."""
        from .exchange import from_networkx

        return from_networkx(graph, initial, action, error)

    def to_aalpy(self) -> Any:
        """The LTS as a DFA of AALpy, whose language are its traces. It has to be deterministic,
        without silent steps and errors."""
        from .exchange import to_aalpy

        return to_aalpy(self)

    @classmethod
    def from_aalpy(cls, automaton: Any, *, label: str = "{input}/{output}") -> Lts:
        """The LTS of an automaton of AALpy: of a DFA whose language is closed under prefixes, or
        of a Mealy machine (or an ONFSM), whose actions are made of inputs and outputs by
        `label`."""
        from .exchange import from_aalpy

        return from_aalpy(automaton, label)

    def _repr_svg_(self) -> Optional[str]:
        """A picture, for notebooks; none if it would be too large."""
        from .errors import SurmiseError

        try:
            return self.write("svg")
        except SurmiseError:
            return None
