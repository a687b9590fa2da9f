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
    """``call`` and ``back``: seconds of one clock; ``back`` is infinite without answer: the
    operation may have taken effect at any time since, or not at all."""

    who: str
    action: str
    given: Any
    call: float
    outcome: Any = None
    back: float = math.inf

    @property
    def is_answered(self) -> bool:
        return self.back < math.inf


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


def check[S: Hashable](model: Model[S], operations: Iterable[Operation]) -> Verdict[S]:
    """Check the operations of one object, given in any sequence."""
    history = sorted(operations, key=lambda operation: operation.call)
    verdict = _search(model, history)
    if verdict.is_linearizable is not False:
        return verdict
    # Any prefix of a linearizable history is linearizable: bisect.
    answers = sorted(operation.back for operation in history if operation.is_answered)
    verdicts: dict[float, Verdict[S]] = {}

    def is_broken_at(moment: float) -> bool:
        verdicts[moment] = _search(model, _cut_history(history, moment))
        return verdicts[moment].is_linearizable is False

    first_broken = answers[bisect_left(answers, True, key=is_broken_at)]
    impossible_answer = next(operation for operation in history if operation.back == first_broken)
    verdict_then = verdicts.get(first_broken) or _search(model, _cut_history(history, first_broken))
    return replace(verdict_then, impossible_answer=impossible_answer)


def _cut_history(history: Sequence[Operation], moment: float) -> list[Operation]:
    """Return the history as known at ``moment``."""
    return [
        operation if operation.back <= moment else replace(operation, outcome=None, back=math.inf)
        for operation in history
        if operation.call <= moment
    ]


def _search[S: Hashable](model: Model[S], history: Sequence[Operation]) -> Verdict[S]:
    answered_bits = sum(1 << n for n, operation in enumerate(history) if operation.is_answered)
    placed_bits, order = 0, list[PlacedOperation[S]]()
    longest_length, longest = 0, list[PlacedOperation[S]]()
    visited: set[tuple[int, S]] = {(0, model.start)}
    open_moves = [_list_next_moves(model, history, placed_bits, model.start)]
    while answered_bits & ~placed_bits and len(visited) < MAX_ORDERS:
        move = next(open_moves[-1], None)
        if move is None:  # nothing can follow: backtrack
            open_moves.pop()
            if not order:
                return Verdict(is_linearizable=False, operations=history, order=longest)
            order.pop()
            placed_bits = order[-1].placed_bits if order else 0
        elif (move.placed_bits, move.state) not in visited:
            visited.add((move.placed_bits, move.state))
            order.append(move)
            placed_bits = move.placed_bits
            if (length := (placed_bits & answered_bits).bit_count()) > longest_length:
                longest_length, longest = length, order.copy()
            open_moves.append(_list_next_moves(model, history, placed_bits, move.state))
    return Verdict(
        is_linearizable=None if answered_bits & ~placed_bits else True,
        operations=history,
        order=order,
    )


def _list_next_moves[S: Hashable](
    model: Model[S], history: Sequence[Operation], placed_bits: int, state: S
) -> Iterator[PlacedOperation[S]]:
    """Yield the possible next operations: called before every answer not yet placed.

    A correct read is yielded alone: if an order exists, one exists that begins with it.
    """
    moves = []
    earliest = math.inf
    for index in range((~placed_bits & (placed_bits + 1)).bit_length() - 1, len(history)):
        operation = history[index]
        if operation.call > earliest:
            break
        if placed_bits >> index & 1:
            continue
        earliest = min(earliest, operation.back)
        for after in model.step(state, operation):
            move = PlacedOperation(operation, after, placed_bits | 1 << index)
            if operation.action in model.reads:
                if operation.is_answered:
                    return iter([move])
            elif operation.is_answered or after != state:
                moves.append(move)
    return iter(moves)
