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
LIMIT = 500_000


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
    def answered(self) -> bool:
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
    done: int  # one bit for each operation placed, in the order of their calls


@dataclass(frozen=True)
class Verdict[S: Hashable]:
    """``holds``: None if LIMIT was reached.

    If False, ``culprit`` is the first answer after which no order is possible, ``operations`` those
    called before that answer, ``order`` the longest order found.
    """

    holds: bool | None
    operations: Sequence[Operation]
    order: Sequence[PlacedOperation[S]]
    culprit: Operation | None = None


def check[S: Hashable](model: Model[S], operations: Iterable[Operation]) -> Verdict[S]:
    """Check the operations of one object, given in any sequence."""
    history = sorted(operations, key=lambda operation: operation.call)
    verdict = _search(model, history)
    if verdict.holds is not False:
        return verdict
    # Any prefix of a linearizable history is linearizable: bisect.
    answers = sorted(operation.back for operation in history if operation.answered)
    verdicts: dict[float, Verdict[S]] = {}

    def breaks(moment: float) -> bool:
        verdicts[moment] = _search(model, _restrict(history, moment))
        return verdicts[moment].holds is False

    first = answers[bisect_left(answers, True, key=breaks)]
    culprit = next(operation for operation in history if operation.back == first)
    partial = verdicts.get(first) or _search(model, _restrict(history, first))
    return replace(partial, culprit=culprit)


def _restrict(history: Sequence[Operation], moment: float) -> list[Operation]:
    """Return the history as known at ``moment``."""
    return [
        operation if operation.back <= moment else replace(operation, outcome=None, back=math.inf)
        for operation in history
        if operation.call <= moment
    ]


def _search[S: Hashable](model: Model[S], history: Sequence[Operation]) -> Verdict[S]:
    due = sum(1 << n for n, operation in enumerate(history) if operation.answered)
    done, order = 0, list[PlacedOperation[S]]()
    longest_length, longest = 0, list[PlacedOperation[S]]()
    visited: set[tuple[int, S]] = {(0, model.start)}
    open_moves = [_moves(model, history, done, model.start)]
    while due & ~done and len(visited) < LIMIT:
        move = next(open_moves[-1], None)
        if move is None:  # nothing can follow: backtrack
            open_moves.pop()
            if not order:
                return Verdict(holds=False, operations=history, order=longest)
            order.pop()
            done = order[-1].done if order else 0
        elif (move.done, move.state) not in visited:
            visited.add((move.done, move.state))
            order.append(move)
            done = move.done
            if (placed := (done & due).bit_count()) > longest_length:
                longest_length, longest = placed, order.copy()
            open_moves.append(_moves(model, history, done, move.state))
    return Verdict(holds=None if due & ~done else True, operations=history, order=order)


def _moves[S: Hashable](
    model: Model[S], history: Sequence[Operation], done: int, state: S
) -> Iterator[PlacedOperation[S]]:
    """Yield the possible next operations: called before every answer not yet placed.

    A correct read is yielded alone: if an order exists, one exists that begins with it.
    """
    moves = []
    earliest = math.inf
    for n in range((~done & (done + 1)).bit_length() - 1, len(history)):
        operation = history[n]
        if operation.call > earliest:
            break
        if done >> n & 1:
            continue
        earliest = min(earliest, operation.back)
        for after in model.step(state, operation):
            move = PlacedOperation(operation, after, done | 1 << n)
            if operation.action in model.reads:
                if operation.answered:
                    return iter([move])
            elif operation.answered or after != state:
                moves.append(move)
    return iter(moves)
