"""Models: files, texts, or systems that are built in Python."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from .lts import Lts

if TYPE_CHECKING:
    from typing_extensions import Self, TypedDict, Unpack

    class Reading(TypedDict, total=False):
        """How to read a model."""

        #: "fsp", "promela", "prism", "aut", "json" or "net", instead of what the name tells.
        language: str
        #: FSP: the process; otherwise the last composite one.
        process: str
        #: FSP: other values for constants and parameters.
        parameters: Mapping[str, int]
        #: FSP: what becomes a component, "leaves" or "operands".
        granularity: str
        #: PRISM: values for constants.
        constants: Mapping[str, Union[int, float, str]]
        #: PRISM: the modules whose components are meant.
        modules: Iterable[str]
        #: Promela: predicates that no state may satisfy.
        never: Iterable[str]
        #: .aut: the label that is silent, beside tau.
        tau: str


#: Texts in memory are in this folder, so that they are taken for no file of the machine.
MEMORY = "<python>"

#: How the names of texts tell their languages.
_EXTENSIONS = {
    "fsp": "lts",
    "promela": "pml",
    "prism": "prism",
    "aut": "aut",
    "json": "json",
    "net": "net",
}

_READING = frozenset(
    ["language", "process", "parameters", "granularity", "constants", "modules", "never", "tau"]
)


def reading(options: Dict[str, Any]) -> Dict[str, Any]:
    """Takes out of `options` how to read a model, as a request says it."""
    given = {name: options.pop(name) for name in list(options) if name in _READING}
    given = {name: value for name, value in given.items() if value is not None}
    said: Dict[str, Any] = {}
    if "language" in given:
        said["from"] = given["language"]
    if "tau" in given:
        said["tau"] = given["tau"]
    if "never" in given:
        said["never"] = _names(given["never"])
    fsp: Dict[str, Any] = {}
    for name in ("process", "granularity"):
        if name in given:
            fsp[name] = given[name]
    if "parameters" in given:
        fsp["parameters"] = [[name, value] for name, value in given["parameters"].items()]
    prism: Dict[str, Any] = {}
    if "constants" in given:
        prism["constants"] = [[name, str(value)] for name, value in given["constants"].items()]
    if "modules" in given:
        prism["modules"] = _names(given["modules"])
    if fsp:
        said["fsp"] = fsp
    if prism:
        said["prism"] = prism
    return said


def _names(value: Union[str, Iterable[str]]) -> List[str]:
    return [value] if isinstance(value, str) else list(value)


@dataclass(frozen=True)
class Model:
    """Files or texts, and how to read them."""

    files: Tuple[str, ...]
    texts: Mapping[str, bytes] = field(default_factory=dict)
    input: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def file(cls, *paths: Union[str, os.PathLike[str]], **options: Unpack[Reading]) -> Self:
        """The model in one or several files."""
        given: Dict[str, Any] = dict(options)
        model = cls(tuple(os.fspath(path) for path in paths), {}, reading(given))
        refuse_unknown(given)
        return model

    @classmethod
    def text(
        cls, text: str, *, name: Optional[str] = None, **options: Unpack[Reading]
    ) -> Self:
        """The model that a text says, in FSP unless `language` says otherwise. Error messages
        call it `name`."""
        given: Dict[str, Any] = dict(options)
        language = given.pop("language", "fsp")
        if language not in _EXTENSIONS:
            raise ValueError(f"language: {language!r} is not one of {', '.join(_EXTENSIONS)}")
        # The name tells the language: whatever else a question reads may be in another one.
        extension, called = _EXTENSIONS[language], name or "model"
        path = f"{MEMORY}/{called}"
        path += "" if called.endswith(f".{extension}") else f".{extension}"
        model = cls((path,), {path: text.encode()}, reading(given))
        refuse_unknown(given)
        return model


class System:
    """Components and properties side by side: `System().component("lock", lts)`.

    What is added is an `Lts` or the name of a file. Methods return the system, so that calls can
    be chained.
    """

    def __init__(self) -> None:
        self._lines: List[str] = []
        self._texts: Dict[str, bytes] = {}

    def component(
        self,
        name: str,
        lts: Union[Lts, str, os.PathLike[str]],
        *,
        rename: Optional[Mapping[str, str]] = None,
        hide: Iterable[str] = (),
        prefix: Optional[str] = None,
    ) -> Self:
        """Adds a component. `rename` and `hide` are about its own actions; `prefix` is put before
        every action that is left, as `prefix:P` does in FSP."""
        return self._add("component", name, lts, rename or {}, hide, prefix)

    def property(
        self,
        name: str,
        lts: Union[Lts, str, os.PathLike[str]],
        *,
        rename: Optional[Mapping[str, str]] = None,
        prefix: Optional[str] = None,
    ) -> Self:
        """Adds a property: an LTS that allows the traces it has."""
        return self._add("property", name, lts, rename or {}, (), prefix)

    def model(self) -> Model:
        """The system as a model."""
        if not self._lines:
            raise ValueError("the system has no components")
        path = f"{MEMORY}/system.net"
        return Model((path,), {**self._texts, path: "\n".join(self._lines).encode()}, {})

    def _add(
        self,
        kind: str,
        name: str,
        lts: Union[Lts, str, os.PathLike[str]],
        rename: Mapping[str, str],
        hide: Iterable[str],
        prefix: Optional[str],
    ) -> Self:
        if isinstance(lts, Lts):
            file = f"{len(self._texts)}.json"
            self._texts[f"{MEMORY}/{file}"] = lts.to_json().encode()
        else:
            file = os.path.abspath(os.fspath(lts))
        line = f"{kind} {_quoted(file)} as {_quoted(name)}"
        pairs = [f"{_quoted(old)} -> {_quoted(new)}" for old, new in rename.items()]
        hidden = [_quoted(action) for action in hide]
        line += f" rename {', '.join(pairs)}" if pairs else ""
        line += f" hide {', '.join(hidden)}" if hidden else ""
        line += f" prefix {_quoted(prefix)}" if prefix is not None else ""
        self._lines.append(line)
        return self


def _quoted(word: str) -> str:
    if not word or '"' in word or "\n" in word or "\r" in word:
        raise ValueError(f"{word!r}: a name is not empty and has neither quotes nor line ends")
    return f'"{word}"'


ModelLike = Union[Model, System, Lts, str, "os.PathLike[str]"]


def as_model(model: ModelLike) -> Model:
    """What was given, as files and texts."""
    if isinstance(model, Model):
        return model
    if isinstance(model, System):
        return model.model()
    if isinstance(model, Lts):
        path = f"{MEMORY}/lts.json"
        return Model((path,), {path: model.to_json().encode()}, {})
    if isinstance(model, str) and "\n" in model:
        raise ValueError("this is a text, not the name of a file: use Model.text(…)")
    return Model((os.fspath(model),))


def refuse_unknown(options: Mapping[str, Any]) -> None:
    """Says so if there are arguments that nobody knows."""
    if options:
        raise TypeError(f"unknown arguments: {', '.join(options)}")
