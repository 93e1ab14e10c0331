"""What goes wrong, as exceptions with places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Tuple

#: What options are called as arguments, where that differs.
_ARGUMENTS = {"for": "for_whom", "component": "components", "property": "properties"}


@dataclass(frozen=True)
class Place:
    """A place in a text. Lines and columns are counted from 1, bytes from 0."""

    line: int
    column: int
    start: int
    end: int
    label: str


@dataclass(frozen=True)
class Diagnostic:
    """Something to say about a text or a request: an error, a warning or a note."""

    severity: str
    message: str
    help: Optional[str] = None
    #: The argument that it concerns, and the one that helps.
    option: Optional[str] = None
    remedy: Optional[str] = None
    file: Optional[str] = None
    place: Optional[Place] = None
    related: Tuple[Place, ...] = ()

    @classmethod
    def _read(cls, json: Mapping[str, Any]) -> Diagnostic:
        place = json["place"]
        return cls(
            severity=json["severity"],
            message=json["message"],
            help=json["help"],
            option=_argument(json["option"]),
            remedy=_argument(json["remedy"]),
            file=json["file"],
            place=None if place is None else Place(**place),
            related=tuple(Place(**other) for other in json["related"]),
        )

    def __str__(self) -> str:
        where = "" if self.file is None else f"{self.file}: "
        if self.file is not None and self.place is not None:
            where = f"{self.file}:{self.place.line}:{self.place.column}: "
        about = "" if self.option is None else f"{self.option}: "
        lines = [f"{where}{self.severity}: {about}{self.message}"]
        if self.help is not None:
            by = "" if self.remedy is None else f" ({self.remedy})"
            lines.append(f"  help: {self.help}{by}")
        return "\n".join(lines)


def _argument(option: Optional[str]) -> Optional[str]:
    return None if option is None else _ARGUMENTS.get(option, option.replace("-", "_"))


class SurmiseError(Exception):
    """There is no answer. `diagnostics` say what about the input explains it."""

    diagnostics: Tuple[Diagnostic, ...]

    def __init__(self, message: str, diagnostics: Tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.args[0], self.diagnostics)


class InputError(SurmiseError, ValueError):
    """A model or a request is wrong. All mistakes are in `diagnostics`, the first in `place`."""

    @property
    def place(self) -> Optional[Place]:
        """Where the first mistake is, if it is in a text."""
        return next((wrong.place for wrong in self.diagnostics if wrong.place is not None), None)


class Stopped(SurmiseError):
    """A limit was reached before there was anything to say."""

    #: "time", "memory", "states", "unsupported" or "internal".
    limit: str

    def __init__(
        self, message: str, diagnostics: Tuple[Diagnostic, ...] = (), limit: str = "internal"
    ) -> None:
        super().__init__(message, diagnostics)
        self.limit = limit

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.args[0], self.diagnostics, self.limit)


class Interrupted(KeyboardInterrupt):
    """Somebody pressed Ctrl-C. `result` is what was found by then, if anything was."""

    def __init__(self, result: Any = None) -> None:
        super().__init__()
        self.result = result

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.result,)
