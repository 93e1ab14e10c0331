"""Surmise, a compositional model checker: does a system of concurrent components have a property?

    >>> import surmise_checker as surmise
    >>> model = surmise.Model.text('''
    ...     LOCK = (acquire -> release -> LOCK).
    ...     property ONE = (acquire -> release -> ONE).
    ...     ||SYSTEM = (LOCK || ONE).''')
    >>> surmise.check(model)["ONE"].verdict
    'holds'

Everything that takes a model takes a file name, a `Model`, a `System` that was built in Python, or
a single `Lts`.
"""

from ._native import __version__
from .errors import Diagnostic, InputError, Interrupted, Place, Stopped, SurmiseError
from .events import Conjectured, Event, Growing, Narration, Phase, Refined, Remarked, Searching
from .lts import ERROR, TAU, Lts
from .model import Model, System
from .questions import (
    assume,
    certify,
    check,
    compare,
    compose,
    describe,
    keeps,
    minimise,
    probability,
)
from .request import ask
from .results import (
    Assumed,
    Assumption,
    Certificate,
    Certified,
    CheckResult,
    Claim,
    Comparison,
    Kept,
    Lane,
    Move,
    Part,
    Premise,
    Probability,
    Proof,
    Race,
    Step,
    Trace,
    Verdict,
    Waiting,
)

__all__ = [
    "ERROR",
    "TAU",
    "Assumed",
    "Assumption",
    "Certificate",
    "Certified",
    "CheckResult",
    "Claim",
    "Comparison",
    "Conjectured",
    "Diagnostic",
    "Event",
    "Growing",
    "InputError",
    "Interrupted",
    "Kept",
    "Lane",
    "Lts",
    "Model",
    "Move",
    "Narration",
    "Part",
    "Phase",
    "Place",
    "Premise",
    "Probability",
    "Proof",
    "Race",
    "Refined",
    "Remarked",
    "Searching",
    "Step",
    "Stopped",
    "SurmiseError",
    "System",
    "Trace",
    "Verdict",
    "Waiting",
    "__version__",
    "ask",
    "assume",
    "certify",
    "check",
    "compare",
    "compose",
    "describe",
    "keeps",
    "minimise",
    "probability",
]
