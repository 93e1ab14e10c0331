"""Asking: a question and how much it may cost, to the native part and back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

from . import _native
from .errors import Diagnostic, InputError, Interrupted, Stopped
from .events import Event, read_event

if TYPE_CHECKING:
    from typing_extensions import TypedDict

    class Limits(TypedDict, total=False):
        """How much an answer may cost, and who is told what happens."""

        #: Seconds.
        time: float
        #: Bytes, of what searches store.
        memory: int
        #: States stored by one search.
        states: int
        #: Called with every event, in the thread of the caller.
        progress: Callable[[Event], object]
        #: Whether the reasoning is told, step by step, as `Narration`.
        follow: bool
        #: Whether the assumptions that are proposed are told, as `Conjectured`.
        conjectures: bool


class Raw(NamedTuple):
    """An answer as JSON says it (docs/messages.schema.json), and the files that it wrote."""

    answer: Dict[str, Any]
    files: Dict[str, bytes]

    @property
    def diagnostics(self) -> Tuple[Diagnostic, ...]:
        """What there is to say about the input and the answer."""
        return tuple(map(Diagnostic._read, self.answer["diagnostics"]))


def ask(
    question: Mapping[str, Any],
    texts: Optional[Mapping[str, bytes]] = None,
    *,
    time: Optional[float] = None,
    memory: Optional[int] = None,
    states: Optional[int] = None,
    progress: Optional[Callable[[Event], object]] = None,
    follow: bool = False,
    conjectures: bool = False,
    made: Callable[[Raw], Any] = lambda raw: raw,
) -> Any:
    """Asks any question that the library answers, as JSON: what the other functions stand on.
    `texts` are files in memory. `made` makes a result of the answer."""
    given = {"time": time, "memory": memory, "states": states}
    limits = {name: limit for name, limit in given.items() if limit is not None}
    request = {
        "version": 1,
        "limits": limits,
        "follow": follow,
        "conjectures": conjectures,
        "question": question,
    }
    raised: List[BaseException] = []

    def hear(text: str) -> None:
        event = read_event(json.loads(text))
        if event is None or progress is None:
            return
        try:
            progress(event)
        except BaseException as error:
            raised.append(error)
            raise

    files = [(name, bytes(text)) for name, text in (texts or {}).items()]
    try:
        listener = None if progress is None else hear
        said, written, interrupted = _native.ask(json.dumps(request), files, listener)
    except ValueError as error:
        if raised:
            raise
        raise InputError(f"nobody understands this request: {error}") from None
    outcome = json.loads(said)
    result = made(Raw(outcome["answer"], dict(written))) if "answer" in outcome else None
    if interrupted:
        raise Interrupted(result)
    if "wrong" in outcome:
        wrong = tuple(map(Diagnostic._read, outcome["wrong"]))
        raise InputError("\n".join(map(str, wrong)), wrong)
    if "stopped" in outcome:
        stopped = outcome["stopped"]
        where = tuple(map(Diagnostic._read, stopped["diagnostics"]))
        lines = [stopped["reason"], *map(str, where)]
        raise Stopped("\n".join(lines), where, stopped["limit"])
    return result
