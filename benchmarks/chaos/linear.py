"""Linearizability check of the history of one object.

Herlihy and Wing: every operation takes effect at one moment between its call and its answer. The
search is that of Wing and Gong with the memory of Lowe: depth first through the orders that real
time allows, never twice from the same set of operations and the same state.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

#: Orders tried before a history is given up as undecided.
MAX_ORDERS = 500_000


@dataclass(frozen=True, slots=True)
class Operation:
    """A request; ``called_at`` and ``answered_at``: seconds of one clock.

    Without answer ``answered_at`` is infinite: it took effect at any time since, or not at all."""

    author: str
    action: str
    argument: Any
    called_at: float
    outcome: Any = None
    answered_at: float = math.inf

    @property
    def is_answered(self) -> bool:
        return self.answered_at < math.inf


@dataclass(frozen=True)
class Model[S: Hashable]:
    """The sequential specification of an object.

    ``step`` returns the possible states after an operation, none if its answer is impossible; for
    an operation without answer, those after its effect. ``reads``: the actions without effect.
    """

    start: S
    step: Callable[[S, Operation], Iterable[S]]
    reads: frozenset[str] = frozenset()


class PlacedOperation[S](NamedTuple):
    """One operation in an order, and the state after it."""

    operation: Operation
    state: S
    placed_bits: int  # one bit for each operation placed, in the order of their calls


@dataclass(frozen=True)
class Verdict[S: Hashable]:
    """``is_linearizable``: None if MAX_ORDERS was reached.

    If False, ``impossible_answer`` is the first answer after which no order is possible,
    ``operations`` those called before that answer, ``order`` the longest order found.
    """

    is_linearizable: bool | None
    operations: Sequence[Operation]
    order: Sequence[PlacedOperation[S]]
    impossible_answer: Operation | None = None


def check_linearizability[S: Hashable](
    model: Model[S], operations: Iterable[Operation]
) -> Verdict[S]:
    """Check the operations of one object, given in any sequence."""
    history = sorted(operations, key=lambda operation: operation.called_at)
    verdict = _search(model, history)
    if verdict.is_linearizable is not False:
        return verdict
    # Any prefix of a linearizable history is linearizable: bisect.
    answers = sorted(operation.answered_at for operation in history if operation.is_answered)
    verdicts: dict[float, Verdict[S]] = {}

    def is_violated_at(moment: float) -> bool:
        verdicts[moment] = _search(model, _cut_history(history, moment))
        return verdicts[moment].is_linearizable is False

    first_violation_at = answers[bisect_left(answers, True, key=is_violated_at)]
    impossible_answer = next(
        operation for operation in history if operation.answered_at == first_violation_at
    )
    first_verdict = verdicts.get(first_violation_at) or _search(
        model, _cut_history(history, first_violation_at)
    )
    return replace(first_verdict, impossible_answer=impossible_answer)


def _cut_history(history: Sequence[Operation], moment: float) -> list[Operation]:
    """Return the history as known at ``moment``."""
    return [
        operation
        if operation.answered_at <= moment
        else replace(operation, outcome=None, answered_at=math.inf)
        for operation in history
        if operation.called_at <= moment
    ]


def _search[S: Hashable](model: Model[S], history: Sequence[Operation]) -> Verdict[S]:
    answered_bits = sum(1 << n for n, operation in enumerate(history) if operation.is_answered)
    placed_bits, order = 0, list[PlacedOperation[S]]()
    longest_length, longest = 0, list[PlacedOperation[S]]()
    visited: set[tuple[int, S]] = {(0, model.start)}
    pending_candidates = [_list_candidates(model, history, placed_bits, model.start)]
    while answered_bits & ~placed_bits and len(visited) < MAX_ORDERS:
        candidate = next(pending_candidates[-1], None)
        if candidate is None:  # nothing can follow: backtrack
            pending_candidates.pop()
            if not order:
                return Verdict(is_linearizable=False, operations=history, order=longest)
            order.pop()
            placed_bits = order[-1].placed_bits if order else 0
        elif (candidate.placed_bits, candidate.state) not in visited:
            visited.add((candidate.placed_bits, candidate.state))
            order.append(candidate)
            placed_bits = candidate.placed_bits
            if (length := (placed_bits & answered_bits).bit_count()) > longest_length:
                longest_length, longest = length, order.copy()
            pending_candidates.append(
                _list_candidates(model, history, placed_bits, candidate.state)
            )
    return Verdict(
        is_linearizable=None if answered_bits & ~placed_bits else True,
        operations=history,
        order=order,
    )


def _list_candidates[S: Hashable](
    model: Model[S], history: Sequence[Operation], placed_bits: int, state: S
) -> Iterator[PlacedOperation[S]]:
    """Yield the possible next operations: called before every answer not yet placed.

    A correct read is yielded alone: if an order exists, one exists that begins with it.
    """
    candidates = []
    earliest = math.inf
    for index in range((~placed_bits & (placed_bits + 1)).bit_length() - 1, len(history)):
        operation = history[index]
        if operation.called_at > earliest:
            break
        if placed_bits >> index & 1:
            continue
        earliest = min(earliest, operation.answered_at)
        for state_after in model.step(state, operation):
            candidate = PlacedOperation(operation, state_after, placed_bits | 1 << index)
            if operation.action in model.reads:
                if operation.is_answered:
                    return iter([candidate])
            elif operation.is_answered or state_after != state:
                candidates.append(candidate)
    return iter(candidates)
