"""How results look in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Iterable, List

if TYPE_CHECKING:
    from .results import CheckResult, Move, Proof, Trace, Verdict

_COLOURS = {"holds": "#1a7f37", "violated": "#cf222e", "undecided": "#9a6700"}


def checked(result: CheckResult) -> str:
    rows = [_row([str(one.claim), _word(one.verdict), one.by, _evidence(one)]) for one in result]
    parts = [f"<table>{_head(['claim', 'verdict', 'by', 'evidence'])}{''.join(rows)}</table>"]
    for one in result:
        if one.trace is not None:
            parts.append(f"<p>{escape(str(one.claim))}</p>{trace(one.trace)}")
    return "".join(parts)


def verdict(one: Verdict) -> str:
    parts = [f"<p>{escape(str(one.claim))}: {_word(one.verdict)} (by {escape(one.by)})</p>"]
    if one.trace is not None:
        parts.append(trace(one.trace))
    if one.proof is not None:
        parts.append(proof(one.proof))
    if one.reason is not None:
        parts.append(f"<p>{escape(one.reason)}; {escape(one.known or '')}</p>")
    return "".join(parts)


def trace(run: Trace) -> str:
    lanes = [lane.name for lane in run.lanes]
    start = [escape(lane.initial_name or str(lane.initial)) for lane in run.lanes]
    rows = [_head(["", "action", *lanes]), _row(["", "<i>start</i>", *start])]
    for number, step in enumerate(run.steps):
        moves = {move.lane: _move(move) for move in step.moves}
        again = " ↻" if run.cycle == number else ""
        cells = [moves.get(name, "·") for name in lanes]
        rows.append(_row([f"{number + 1}{again}", f"<b>{escape(step.action)}</b>", *cells]))
    return f"<table>{''.join(rows)}</table><p>{escape(run.explanation)}</p>"


def proof(why: Proof) -> str:
    groups = " | ".join(", ".join(group) for group in why.groups)
    parts: List[str] = [f"<p>by rule {escape(why.rule)} {escape(groups)}</p>"]
    for one in why.assumptions:
        states = "1 state" if one.states == 1 else f"{one.states} states"
        over = escape(", ".join(one.alphabet))
        picture = one._repr_svg_() or ""
        parts.append(f"<p>{escape(one.name)}: {states} over {{{over}}}</p>{picture}")
    return "".join(parts)


def _move(move: Move) -> str:
    name = move.to_name or ("π" if move.to < 0 else str(move.to))
    changes = ", ".join(f"{variable} = {value}" for variable, value in move.changes)
    return escape(f"{name} ({changes})" if changes else name)


def _evidence(one: Verdict) -> str:
    if one.trace is not None:
        return f"a run of {len(one.trace)} steps"
    if one.proof is not None:
        return f"{escape(one.proof.rule)}, {len(one.proof.assumptions)} assumptions"
    return escape(one.reason or "")


def _word(verdict: str) -> str:
    return f'<b style="color: {_COLOURS.get(verdict, "inherit")}">{escape(verdict)}</b>'


def _head(cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in cells) + "</tr>"


def _row(cells: Iterable[str]) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
