"""What comes of questions, as values: typed, comparable, and pickled as they are."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Iterator, Mapping, Optional, Tuple, Union

from . import notebook
from .errors import Diagnostic
from .lts import Lts


@dataclass(frozen=True)
class Claim:
    """What is judged: a property, "no-error", "no-deadlock", or a temporal property."""

    kind: str
    name: Optional[str] = None
    definition: Optional[str] = None
    formula: Optional[str] = None
    fairness: Optional[str] = None
    ignores_stops: bool = False

    def __str__(self) -> str:
        return self.name or self.formula or self.kind.replace("-", " ")


@dataclass(frozen=True)
class Lane:
    """Somebody who takes part in a run."""

    name: str
    property: bool
    initial: int
    initial_name: Optional[str] = None


@dataclass(frozen=True)
class Move:
    """What one of them does in a step. `to` is -1 for the error state."""

    lane: str
    source: int
    to: int
    to_name: Optional[str] = None
    #: The line of the model, and the variables that change, where the language has them.
    line: Optional[int] = None
    changes: Tuple[Tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Step:
    """A step of a run."""

    action: str
    moves: Tuple[Move, ...]


@dataclass(frozen=True)
class Waiting:
    """In a deadlock: what a component could do if the others joined in."""

    component: str
    state: int
    actions: Tuple[str, ...]
    ended: bool
    name: Optional[str] = None
    statements: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Trace:
    """A run that shows a violation."""

    #: "property", "error", "deadlock" or "temporal".
    violation: str
    lanes: Tuple[Lane, ...]
    steps: Tuple[Step, ...]
    #: Whether it is known that no run is shorter.
    shortest: bool
    explanation: str
    #: From this step on, the steps repeat for ever; if there is none, the run stops.
    cycle: Optional[int] = None
    waiting: Tuple[Waiting, ...] = ()

    @property
    def actions(self) -> Tuple[str, ...]:
        """The actions of the steps."""
        return tuple(step.action for step in self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def _repr_html_(self) -> str:
        return notebook.trace(self)


@dataclass(frozen=True)
class Assumption:
    """An assumption of a proof, or one that can stand for components where nothing was decided."""

    name: str
    states: int
    transitions: int
    alphabet: Tuple[str, ...]
    lts: Optional[Lts] = None
    #: The components that it stands for, where nothing was decided.
    about: Tuple[str, ...] = ()

    def _repr_svg_(self) -> Optional[str]:
        return None if self.lts is None else self.lts._repr_svg_()


@dataclass(frozen=True)
class Proof:
    """Why a claim holds."""

    #: "exhaustive", "invariant", "asym", "circ", "sym" or "circular".
    rule: str
    groups: Tuple[Tuple[str, ...], ...] = ()
    assumptions: Tuple[Assumption, ...] = ()
    #: The assumptions that each premise of a circular rule uses.
    uses: Tuple[Tuple[str, ...], ...] = ()
    #: Of the diagram that an invariant is.
    nodes: Optional[int] = None

    def _repr_html_(self) -> str:
        return notebook.proof(self)


@dataclass(frozen=True)
class Race:
    """Who won, where several methods raced, and who had tried in vain before."""

    winner: str
    round: int
    tried: Tuple[str, ...]


@dataclass(frozen=True)
class Certificate:
    """A proof or a counterexample as a file that can be checked independently."""

    text: bytes

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file."""
        with open(path, "wb") as file:
            file.write(self.text)

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Certificate:
        """Reads it from a file."""
        with open(path, "rb") as file:
            return cls(file.read())


@dataclass(frozen=True)
class Verdict:
    """What is known of a claim: "holds" with a proof, "violated" with a trace, or "undecided" with
    a reason."""

    claim: Claim
    verdict: str
    #: The method that judged it.
    by: str
    proof: Optional[Proof] = None
    trace: Optional[Trace] = None
    #: If it is undecided: the limit in a word, why, and what is known.
    limit: Optional[str] = None
    reason: Optional[str] = None
    known: Optional[str] = None
    assumptions: Tuple[Assumption, ...] = ()
    race: Optional[Race] = None
    certificate: Optional[Certificate] = None
    #: Whether the independent checker confirmed it, if it was asked.
    confirmed: Optional[bool] = None
    statistics: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.verdict == "holds"

    def _repr_html_(self) -> str:
        return notebook.verdict(self)


@dataclass(frozen=True)
class CheckResult:
    """The verdicts of a check: violations first, then what is undecided. True if all hold."""

    verdict: str
    verdicts: Tuple[Verdict, ...]
    components: Tuple[str, ...]
    method: str
    #: Properties that are defined, but not part of what was checked.
    not_part: Tuple[str, ...] = ()
    #: What the model declares and nobody can check yet, by kind and name.
    unchecked: Tuple[Tuple[str, str], ...] = ()
    diagnostics: Tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict == "holds"

    def __len__(self) -> int:
        return len(self.verdicts)

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    def __getitem__(self, claim: Union[int, str]) -> Verdict:
        """A verdict by its place, or by the name of its claim ("no deadlock", "no error")."""
        if isinstance(claim, int):
            return self.verdicts[claim]
        for verdict in self.verdicts:
            if str(verdict.claim) == claim:
                return verdict
        known = ", ".join(str(verdict.claim) for verdict in self.verdicts)
        raise KeyError(f"nothing was claimed about {claim!r}; there are {known}")

    def _repr_html_(self) -> str:
        return notebook.checked(self)


@dataclass(frozen=True)
class Assumed:
    """What components need to know about their environment."""

    components: Tuple[str, ...]
    #: None: that no component reaches its error state.
    property: Optional[str]
    alphabet: Tuple[str, ...]
    #: False: it is what the rest of the model does, or a quotient.
    weakest: bool
    #: None if no environment helps.
    lts: Optional[Lts]
    #: Of a quotient: whether the property holds with it; None if that was not found out.
    holds: Optional[bool] = None
    diagnostics: Tuple[Diagnostic, ...] = ()

    def _repr_svg_(self) -> Optional[str]:
        return None if self.lts is None else self.lts._repr_svg_()


@dataclass(frozen=True)
class Kept:
    """Whether components keep to an assumption, and if not, what they do instead."""

    kept: bool
    components: Tuple[str, ...]
    #: "simulation" or "inclusion", whichever showed it.
    by: Optional[str]
    trace: Optional[Tuple[str, ...]]
    diagnostics: Tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        return self.kept


@dataclass(frozen=True)
class Premise:
    """A premise that the independent checker found to be true, visiting so many states."""

    statement: str
    states: int


@dataclass(frozen=True)
class Certified:
    """What the independent checker says of a certificate: "accepted", "refused" or "undecided"."""

    answer: str
    shows: Optional[str] = None
    premises: Tuple[Premise, ...] = ()
    reason: Optional[str] = None
    premise: Optional[str] = None
    trace: Optional[Tuple[str, ...]] = None
    diagnostics: Tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        return self.answer == "accepted"


@dataclass(frozen=True)
class Comparison:
    """Whether two LTSs are related, and if not, what tells them apart."""

    left: str
    right: str
    relation: str
    related: bool
    #: A trace that one of them has, and what each of them says to it.
    trace: Optional[Tuple[str, ...]] = None
    left_says: Optional[str] = None
    right_says: Optional[str] = None
    #: A formula of Hennessy–Milner logic, in words and as a formula, true of one of them.
    words: Tuple[str, ...] = ()
    formula: Optional[str] = None
    true_of: Optional[str] = None
    diagnostics: Tuple[Diagnostic, ...] = ()

    def __bool__(self) -> bool:
        return self.related


@dataclass(frozen=True)
class Probability:
    """A probability, a reward or a number: it lies between `low` and `high`, which is proved. A
    query with a bound has a verdict, too."""

    query: str
    #: "value" if a number was asked for, or "holds", "violated", "undecided".
    verdict: str
    low: Optional[Union[Fraction, float]] = None
    high: Optional[Union[Fraction, float]] = None
    #: Both are the number itself.
    exact: bool = False
    name: Optional[str] = None
    quantity: Optional[str] = None
    #: Why the work ended early, if it did.
    reason: Optional[str] = None
    #: Where there are several initial states and the largest value is another one.
    largest: Optional[Tuple[Union[Fraction, float], Union[Fraction, float]]] = None
    diagnostics: Tuple[Diagnostic, ...] = ()

    @property
    def value(self) -> Union[Fraction, float]:
        """The number: exactly if it is known, otherwise the middle of its bounds."""
        if self.low is None or self.high is None:
            raise ValueError(f"{self.query}: there is no number ({self.reason or self.verdict})")
        return self.low if self.exact or self.low == self.high else (self.low + self.high) / 2

    def __float__(self) -> float:
        return float(self.value)

    def __bool__(self) -> bool:
        if self.verdict == "value":
            raise TypeError(f"{self.query} is a number, neither true nor false")
        return self.verdict == "holds"


@dataclass(frozen=True)
class Part:
    """A component or a property, and its size, as far as it is known."""

    name: str
    states: Optional[int]
    transitions: Optional[int]
    #: None for components with probabilities.
    deterministic: Optional[bool]
    alphabet: Tuple[str, ...]
    never_offered: Tuple[str, ...] = ()


def read_trace(json: Mapping[str, Any]) -> Trace:
    """The run that JSON says."""
    lanes = tuple(Lane(**lane) for lane in json["lanes"])

    def move(value: Mapping[str, Any]) -> Move:
        changes = tuple((change["variable"], change["value"]) for change in value.get("changes", ()))
        lane, name, line = lanes[value["lane"]].name, value.get("to_name"), value.get("line")
        return Move(lane, value["from"], value["to"], name, line, changes)

    def waiting(value: Mapping[str, Any]) -> Waiting:
        actions, statements = tuple(value["actions"]), tuple(value.get("statements", ()))
        component, state, ended = value["component"], value["state"], value["ended"]
        return Waiting(component, state, actions, ended, value.get("name"), statements)

    steps = (Step(step["action"], tuple(map(move, step["moves"]))) for step in json["steps"])
    violation = json["violation"]
    return Trace(
        violation=violation["kind"],
        lanes=lanes,
        steps=tuple(steps),
        shortest=json["shortest"],
        explanation=json["explanation"],
        cycle=violation.get("cycle"),
        waiting=tuple(map(waiting, json.get("waiting", ()))),
    )


def read_verdict(json: Mapping[str, Any], files: Mapping[str, bytes]) -> Verdict:
    """The verdict that JSON says, with the files that are its evidence."""
    evidence = json.get("evidence", {})
    ltss = [Lts.from_json(files[name]) for name in evidence.get("assumptions", ())]

    def assumptions(values: Any) -> Tuple[Assumption, ...]:
        given = ltss if len(ltss) == len(values) else [None] * len(values)
        return tuple(
            Assumption(
                name=value["name"],
                states=value["states"],
                transitions=value["transitions"],
                alphabet=tuple(value["alphabet"]),
                lts=lts,
                about=tuple(value.get("about", ())),
            )
            for value, lts in zip(values, given)
        )

    proof, race = json.get("proof"), json.get("race")
    known = {name: json["claim"].get(name) for name in Claim.__dataclass_fields__}
    known["ignores_stops"] = bool(known["ignores_stops"])
    certificate = evidence.get("certificate")
    trace = json.get("counterexample")
    return Verdict(
        claim=Claim(**known),
        verdict=json["verdict"],
        by=json["by"],
        proof=None
        if proof is None
        else Proof(
            rule=proof["rule"],
            groups=tuple(map(tuple, proof.get("groups", ()))),
            assumptions=assumptions(proof.get("assumptions", ())),
            uses=tuple(map(tuple, proof.get("uses", ()))),
            nodes=proof.get("nodes"),
        ),
        trace=None if trace is None else read_trace(trace),
        limit=json.get("limit"),
        reason=json.get("reason"),
        known=json.get("known"),
        assumptions=assumptions(json.get("assumptions", ())),
        race=None if race is None else Race(race["winner"], race["round"], tuple(race["tried"])),
        certificate=None if certificate is None else Certificate(files[certificate]),
        confirmed=evidence.get("confirmed"),
        statistics={name: int(count) for name, count in json["statistics"].items()},
    )


def read_number(text: str) -> Union[Fraction, float]:
    """A number as reports write it."""
    return float("inf") if text == "infinity" else Fraction(text)
