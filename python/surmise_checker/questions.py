"""The questions: check, assume, certify, compare, compose, minimise, probability and describe."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, Mapping, Optional, Tuple, Union

from . import _native
from .errors import InputError
from .lts import Lts
from .model import MEMORY, Model, ModelLike, as_model, reading, refuse_unknown
from .request import Raw, ask
from .results import (
    Assumed,
    Certificate,
    Certified,
    CheckResult,
    Comparison,
    Kept,
    Part,
    Premise,
    Probability,
    read_number,
    read_verdict,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .model import Reading
    from .request import Limits

    class Asking(Reading, Limits, total=False):
        """How to read models, and how much an answer may cost."""

    class Options(Asking, total=False):
        """The options of methods: `surmise help check` explains each."""

        rule: str
        alphabet: str
        split: str
        order: str
        learner: str
        uses: str
        generate: str
        replace: str
        labels: str
        steps: int
        alternate: int
        stop_when: int
        as_published: bool
        without: Iterable[str]
        start: Iterable[str]
        reduce: str
        shortest: bool
        #: 0 is as many as the machine has. The answer is the same, whatever the number.
        threads: int


_LIMITS = ("time", "memory", "states", "progress", "follow", "conjectures")

_OPTIONS = (
    *("rule", "alphabet", "split", "order", "learner", "uses", "generate", "replace", "labels"),
    *("steps", "alternate", "stop_when", "as_published", "without", "start", "reduce"),
    *("shortest", "threads"),
)


def _take(options: Dict[str, Any], names: Iterable[str]) -> Dict[str, Any]:
    taken = {name: options.pop(name) for name in names if name in options}
    return {name: value for name, value in taken.items() if value is not None}


def _method_options(options: Dict[str, Any]) -> Dict[str, Any]:
    taken = _take(options, _OPTIONS)
    for name in ("without", "start"):
        if name in taken:
            taken[name] = _names(taken[name])
    return taken


def _input(model: Model, options: Dict[str, Any]) -> Dict[str, Any]:
    """How to read the model: what it says itself, and what is said beside it."""
    merged: Dict[str, Any] = dict(model.input)
    for name, value in reading(options).items():
        is_group = isinstance(value, Mapping) and name in merged
        merged[name] = {**merged[name], **value} if is_group else value
    return merged


def _names(value: Union[str, Iterable[str]]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def check(
    model: ModelLike,
    *,
    properties: Optional[Union[str, Iterable[str]]] = None,
    deadlock: Optional[bool] = None,
    errors: Optional[bool] = None,
    ltl: Union[str, Iterable[str]] = (),
    fairness: Optional[str] = None,
    default_progress: bool = False,
    method: Optional[str] = None,
    assumed: Optional[Mapping[str, Lts]] = None,
    certificates: bool = False,
    confirm: bool = False,
    **options: Unpack[Options],
) -> CheckResult:
    """Which claims about a system are true?

    Without `properties` and `ltl`, everything that the model declares is checked: its properties,
    its error states, deadlock, progress and assertions. `method` is one of those of the command
    line; by default they race. `assumed` are assumptions to try, by component. With
    `certificates`, each verdict comes with a file that `certify` can check; with `confirm`, the
    independent checker confirms every verdict.

    Raises `InputError` if a model is wrong, and `Interrupted`, with the result so far, on Ctrl-C.
    """
    subject, given = as_model(model), dict(options)
    texts = dict(subject.texts)
    evidence: Dict[str, Any] = {}
    finds_assumptions = dict(_native.methods()).get(method or "auto", False)
    if finds_assumptions:
        evidence["assumptions"] = f"{MEMORY}/assumption.json"
    if certificates:
        evidence["certificate"] = f"{MEMORY}/certificate.json"
    if confirm:
        evidence["confirm"] = {}
    assume = []
    for number, (component, lts) in enumerate((assumed or {}).items()):
        path = f"{MEMORY}/assumed-{number}.json"
        texts[path] = lts.to_json().encode()
        assume.append([component, path])
    wanted: Dict[str, Any] = {"deadlock": deadlock, "errors": errors}
    wanted["properties"] = None if properties is None else _names(properties)
    wanted["temporal"] = {
        "formulas": _names(ltl),
        "fairness": fairness,
        "progress": default_progress,
    }
    question = {
        "kind": "check",
        "models": subject.files,
        "input": _input(subject, given),
        "wanted": wanted,
        "method": method,
        "options": _method_options(given),
        "assume": assume,
        "evidence": evidence,
    }
    limits = _take(given, _LIMITS)
    refuse_unknown(given)

    def made(raw: Raw) -> CheckResult:
        result = raw.answer["result"]
        unchecked = result.get("unchecked", ())
        return CheckResult(
            verdict=raw.answer["verdict"],
            verdicts=tuple(read_verdict(one, raw.files) for one in result["verdicts"]),
            components=tuple(result["components"]),
            method=result["method"],
            not_part=tuple(result.get("not_part", ())),
            unchecked=tuple((one["kind"], one["name"]) for one in unchecked),
            diagnostics=raw.diagnostics,
        )

    checked: CheckResult = ask(question, texts, made=made, **limits)
    return checked


def assume(
    model: ModelLike,
    components: Union[str, Iterable[str]],
    *,
    property: Optional[str] = None,
    over: Iterable[str] = (),
    weakest: bool = False,
    quotient: bool = False,
    for_whom: Union[str, Iterable[str]] = (),
    **options: Unpack[Options],
) -> Assumed:
    """The weakest assumption under which components have a property, whatever their environment
    is; with `quotient`, what they have to be like for the other components."""
    subject, given = as_model(model), dict(options)
    question = {
        "kind": "assume",
        "models": subject.files,
        "input": _input(subject, given),
        "components": _names(components),
        "property": property,
        "assumption": "quotient" if quotient else "weakest",
        "over": _names(over),
        "weakest": weakest,
        "for_whom": _names(for_whom),
        "options": _method_options(given),
        "output": {"format": "json"},
    }
    limits = _take(given, _LIMITS)
    refuse_unknown(given)

    def made(raw: Raw) -> Assumed:
        result = raw.answer["result"]
        written = result["assumption"]
        return Assumed(
            components=tuple(result["components"]),
            property=result["property"],
            alphabet=tuple(result["alphabet"]),
            weakest=result["weakest"],
            lts=None if written is None else Lts.from_json(written["text"]),
            holds=result.get("quotient", {}).get("holds"),
            diagnostics=raw.diagnostics,
        )

    found: Assumed = ask(question, subject.texts, made=made, **limits)
    return found


def keeps(
    model: ModelLike,
    assumption: Lts,
    components: Union[str, Iterable[str]] = (),
    **options: Unpack[Asking],
) -> Kept:
    """Whether components, all of them if none are named, still keep to an assumption."""
    subject, given = as_model(model), dict(options)
    path = f"{MEMORY}/kept.json"
    question = {
        "kind": "keep",
        "models": subject.files,
        "input": _input(subject, given),
        "assumption": path,
        "about": _names(components),
    }
    limits = _take(given, _LIMITS)
    refuse_unknown(given)

    def made(raw: Raw) -> Kept:
        result = raw.answer["result"]
        trace = result["trace"]
        return Kept(
            kept=result["kept"],
            components=tuple(result["components"]),
            by=result["by"],
            trace=None if trace is None else tuple(trace),
            diagnostics=raw.diagnostics,
        )

    texts = {**subject.texts, path: assumption.to_json().encode()}
    kept: Kept = ask(question, texts, made=made, **limits)
    return kept


def certify(
    model: ModelLike,
    certificate: Union[Certificate, str, os.PathLike[str]],
    *,
    properties: Union[str, Iterable[str]] = (),
    **options: Unpack[Asking],
) -> Certified:
    """Lets the independent checker check a certificate, or the file that it is in."""
    subject, given = as_model(model), dict(options)
    texts, path = dict(subject.texts), f"{MEMORY}/given-certificate.json"
    if isinstance(certificate, Certificate):
        texts[path] = certificate.text
    else:
        path = os.fspath(certificate)
    question = {
        "kind": "certify",
        "models": subject.files,
        "input": _input(subject, given),
        "certificate": path,
        "properties": _names(properties),
    }
    limits = _take(given, _LIMITS)
    refuse_unknown(given)

    def made(raw: Raw) -> Certified:
        result = raw.answer["result"]
        trace = result.get("trace")
        return Certified(
            answer=result["answer"],
            shows=result.get("shows"),
            premises=tuple(Premise(**one) for one in result.get("premises", ())),
            reason=result.get("reason"),
            premise=result.get("premise"),
            trace=None if trace is None else tuple(trace),
            diagnostics=raw.diagnostics,
        )

    certified: Certified = ask(question, texts, made=made, **limits)
    return certified


def compare(
    left: ModelLike, right: ModelLike, by: str = "traces", **options: Unpack[Asking]
) -> Comparison:
    """Whether two LTSs are the same: by "traces", "inclusion", "strong" or "branching"
    bisimulation, or whether the right simulates the left ("simulation")."""
    given = dict(options)
    one, left_texts = _side(as_model(left), "left")
    other, right_texts = _side(as_model(right), "right")
    empty = Model(())
    question = {
        "kind": "compare",
        "left": one,
        "right": other,
        "input": _input(empty, given),
        "by": by,
    }
    limits = _take(given, _LIMITS)
    refuse_unknown(given)

    def made(raw: Raw) -> Comparison:
        result = raw.answer["result"]
        difference, formula = result.get("difference", {}), result.get("formula", {})
        trace = difference.get("trace")
        return Comparison(
            left=result["left"],
            right=result["right"],
            relation=result["relation"],
            related=result["related"],
            trace=None if trace is None else tuple(trace),
            left_says=difference.get("left"),
            right_says=difference.get("right"),
            words=tuple(formula.get("words", ())),
            formula=formula.get("formula"),
            true_of=formula.get("true_of"),
            diagnostics=raw.diagnostics,
        )

    compared: Comparison = ask(question, {**left_texts, **right_texts}, made=made, **limits)
    return compared


def _side(model: Model, side: str) -> Tuple[Dict[str, Any], Dict[str, bytes]]:
    """One of two models, whose texts have names of their own."""
    if len(model.files) != 1:
        raise ValueError("compare takes one file on each side: compose several first")
    said = dict(model.input)
    fsp = dict(said.pop("fsp", {}))
    process = fsp.pop("process", None)
    if said or fsp:
        raise ValueError("compare reads both sides alike: pass such options to compare itself")

    def moved(path: str) -> str:
        return f"{MEMORY}/{side}{path[len(MEMORY) :]}" if path in model.texts else path

    texts = {moved(path): text for path, text in model.texts.items()}
    return {"file": moved(model.files[0]), "process": process}, texts


def compose(
    model: ModelLike,
    *,
    hide: Iterable[str] = (),
    keep: Optional[Iterable[str]] = None,
    **options: Unpack[Asking],
) -> Lts:
    """The components of a model as one LTS. `hide` makes actions silent, `keep` all others."""
    subject, given = as_model(model), dict(options)
    question = {
        "kind": "compose",
        "models": subject.files,
        "input": _input(subject, given),
        "hide": _names(hide),
        "keep": None if keep is None else _names(keep),
        "output": {"format": "json"},
    }
    return _lts(question, subject, given)


def minimise(model: ModelLike, by: str = "strong", **options: Unpack[Asking]) -> Lts:
    """The smallest LTS that is equivalent by "strong" or "branching" bisimulation or "traces"."""
    subject, given = as_model(model), dict(options)
    question = {
        "kind": "minimise",
        "model": _only(subject),
        "input": _input(subject, given),
        "by": by,
        "output": {"format": "json"},
    }
    return _lts(question, subject, given)


def _lts(question: Mapping[str, Any], subject: Model, given: Dict[str, Any]) -> Lts:
    limits = _take(given, _LIMITS)
    refuse_unknown(given)

    def made(raw: Raw) -> Lts:
        return Lts.from_json(raw.answer["result"]["text"])

    lts: Lts = ask(question, subject.texts, made=made, **limits)
    return lts


def _only(model: Model) -> str:
    if len(model.files) != 1:
        raise ValueError("this takes one file: compose several first")
    return model.files[0]


def written(model: ModelLike, format: str, **options: Unpack[Asking]) -> str:
    """A model as a text of another format; pictures are "svg" and "dot"."""
    subject, given = as_model(model), dict(options)
    question = {
        "kind": "draw" if format in ("svg", "dot") else "convert",
        "model": _only(subject),
        "input": _input(subject, given),
        "output": {"format": format},
    }
    limits = _take(given, _LIMITS)
    refuse_unknown(given)
    text: str = ask(question, subject.texts, **limits).answer["result"]["text"]
    return text


def probability(
    model: ModelLike,
    query: str,
    *,
    exact: bool = False,
    precision: Optional[float] = None,
    absolute: bool = False,
    **options: Unpack[Asking],
) -> Probability:
    """The answer to a query about a PRISM model, such as `P=? [ F "done" ]`, between bounds that
    are proved; with `exact`, as a fraction."""
    subject, given = as_model(model), dict(options)
    question = {
        "kind": "measure",
        "models": subject.files,
        "input": _input(subject, given),
        "properties": [query],
        "precision": precision,
        "absolute": absolute,
        "exact": exact,
    }
    limits = _take(given, _LIMITS)
    refuse_unknown(given)

    def made(raw: Raw) -> Probability:
        answers = raw.answer["result"]["probabilities"]
        if len(answers) != 1:
            raise InputError("this is more than one query, or constants with several values")
        (answer,) = answers
        smallest, largest = answer.get("smallest"), answer.get("largest")
        return Probability(
            query=answer["property"],
            verdict=answer["verdict"],
            low=None if smallest is None else read_number(smallest["low"]),
            high=None if smallest is None else read_number(smallest["high"]),
            exact=smallest is not None and smallest["exact"],
            name=answer.get("name"),
            quantity=answer.get("quantity"),
            reason=answer.get("stopped", {}).get("reason"),
            largest=None
            if largest is None
            else (read_number(largest["low"]), read_number(largest["high"])),
            diagnostics=raw.diagnostics,
        )

    measured: Probability = ask(question, subject.texts, made=made, **limits)
    return measured


def describe(model: ModelLike, **options: Unpack[Asking]) -> Tuple[Part, ...]:
    """The components and properties of a model, and their sizes."""
    subject, given = as_model(model), dict(options)
    question = {
        "kind": "describe",
        "models": subject.files,
        "input": _input(subject, given),
    }
    limits = _take(given, _LIMITS)
    refuse_unknown(given)

    def made(raw: Raw) -> Tuple[Part, ...]:
        result = raw.answer["result"]
        return tuple(
            Part(
                name=part["name"],
                states=part.get("states"),
                transitions=part.get("transitions"),
                deterministic=part.get("deterministic"),
                alphabet=tuple(part.get("alphabet", ())),
                never_offered=tuple(part.get("never_offered", ())),
            )
            for part in [*result["components"], *result.get("properties", ())]
        )

    parts: Tuple[Part, ...] = ask(question, subject.texts, made=made, **limits)
    return parts
