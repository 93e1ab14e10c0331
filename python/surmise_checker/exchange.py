"""To and from the automata of networkx and AALpy, which are needed only here."""

from __future__ import annotations

from typing import Any, Dict, Hashable, List, Optional, Tuple

from .lts import ERROR, TAU, Lts


def to_networkx(lts: Lts) -> Any:
    import networkx

    graph = networkx.MultiDiGraph(
        name=lts.name or "", initial=lts.initial, alphabet=lts.alphabet, end=lts.end
    )
    graph.add_nodes_from(range(lts.states))
    for source, action, target in lts.transitions:
        graph.add_edge(source, target, action=action)
    return graph


def from_networkx(
    graph: Any, initial: Optional[Hashable], action: str, error: Optional[Hashable]
) -> Lts:
    initial = graph.graph.get("initial") if initial is None else initial
    if initial is None or initial not in graph:
        raise ValueError("say which node is the initial state: initial=…")
    if error is None and ERROR in graph and graph.out_degree(ERROR) == 0:
        error = ERROR
    # The states in the order of the nodes: what came from an LTS is the same again.
    numbers: Dict[Hashable, int] = {} if error is None else {error: ERROR}
    for node in graph.nodes:
        numbers.setdefault(node, len(numbers) - (error is not None))
    edges: List[Tuple[int, str, int]] = []
    for source, target, data in graph.edges(data=True):
        if action not in data:
            raise ValueError(f"the edge from {source!r} to {target!r} has no {action!r}")
        edges.append((numbers[source], str(data[action]), numbers[target]))
    end = graph.graph.get("end")
    return Lts(
        states=len(numbers) - (error is not None),
        transitions=tuple(edges),
        initial=numbers[initial],
        alphabet=tuple(graph.graph.get("alphabet", ())),
        end=None if end is None else numbers[end],
        name=graph.graph.get("name") or None,
    )


def to_aalpy(lts: Lts) -> Any:
    from aalpy.automata import Dfa, DfaState

    states = [DfaState(f"s{number}", is_accepting=True) for number in range(lts.states)]
    sink = DfaState("sink", is_accepting=False)
    for source, action, target in lts.transitions:
        if action == TAU or target == ERROR:
            raise ValueError("a DFA has neither silent steps nor errors: minimise by traces first")
        if action in states[source].transitions:
            raise ValueError(f"state {source} can do {action!r} in two ways: no DFA")
        states[source].transitions[action] = states[target]
    for state in [*states, sink]:
        for action in lts.alphabet:
            state.transitions.setdefault(action, sink)
    return Dfa(states[lts.initial], [*states, sink])


def from_aalpy(automaton: Any, label: str) -> Lts:
    numbers = {state.state_id: number for number, state in enumerate(automaton.states)}
    start = automaton.initial_state
    if hasattr(start, "is_accepting"):
        return _from_dfa(automaton)
    if not hasattr(start, "output_fun") and not _is_onfsm(start):
        raise ValueError(f"{type(automaton).__name__}: only a DFA, a Mealy machine or an ONFSM")
    edges: List[Tuple[Hashable, str, Hashable]] = []
    for state in automaton.states:
        for letter, target in state.transitions.items():
            if hasattr(state, "output_fun"):
                targets = [(state.output_fun[letter], target)]
            else:
                targets = target
            for output, to in targets:
                action = label.format(input=letter, output=output)
                edges.append((numbers[state.state_id], action, numbers[to.state_id]))
    return Lts.of(edges, initial=numbers[start.state_id])


def _is_onfsm(state: Any) -> bool:
    targets = [target for target in state.transitions.values() if target]
    return bool(targets) and all(
        isinstance(target, list) and all(len(pair) == 2 for pair in target) for target in targets
    )


def _from_dfa(automaton: Any) -> Lts:
    accepting = [state for state in automaton.states if state.is_accepting]
    numbers = {state.state_id: number for number, state in enumerate(accepting)}
    if automaton.initial_state.state_id not in numbers:
        raise ValueError("the DFA accepts not even the empty word")
    for state in automaton.states:
        if state.is_accepting:
            continue
        if any(target.is_accepting for target in state.transitions.values()):
            raise ValueError(
                f"state {state.state_id} is not accepting and leads to one that is: "
                "the language is not closed under prefixes"
            )
    alphabet = {str(letter) for state in automaton.states for letter in state.transitions}
    edges = tuple(
        (numbers[state.state_id], str(letter), numbers[target.state_id])
        for state in accepting
        for letter, target in state.transitions.items()
        if target.is_accepting
    )
    initial = numbers[automaton.initial_state.state_id]
    return Lts(len(accepting), edges, initial, tuple(sorted(alphabet)))
