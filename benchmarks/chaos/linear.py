"""Whether a history could be that of one object that does one operation after the other.

Linearizability (Herlihy and Wing): every operation takes effect at one moment between its call and
its answer. The search is that of Wing and Gong with the memory of Lowe: depth first through the
orders that real time allows, never twice from the same operations done and the same state.
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
    """``call`` and ``back`` are seconds of one clock; ``back`` is infinite where no answer came:
    the operation may have taken effect at any time since, or not at all."""

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
    """What the object promises, as one thing after the other.

    ``step`` gives every state in which an operation may leave the object, none where what was
    answered cannot be; of one without answer, those in which it took effect. ``reads`` are the
    actions that leave every state as it is.
    """

    start: S
    step: Callable[[S, Operation], Iterable[S]]
    reads: frozenset[str] = frozenset()


class Placed[S](NamedTuple):
    """One operation in an order, and the state after it."""

    operation: Operation
    state: S
    done: int  # one bit for each operation placed, in the order of their calls


@dataclass(frozen=True)
class Verdict[S: Hashable]:
    """``holds`` is None where LIMIT was reached.

    Where it does not hold, ``operations`` are those that had begun when ``culprit`` was answered,
    the first answer after which no order is left; ``order`` is the longest that was found.
    """

    holds: bool | None
    operations: Sequence[Operation]
    order: Sequence[Placed[S]]
    culprit: Operation | None = None


def check[S: Hashable](model: Model[S], operations: Iterable[Operation]) -> Verdict[S]:
    """Of one object's operations, in any sequence."""
    history = sorted(operations, key=lambda operation: operation.call)
    verdict = _search(model, history)
    if verdict.holds is not False:
        return verdict
    # What begins a history that can be can be, too.
    answers = sorted(operation.back for operation in history if operation.answered)
    tried: dict[float, Verdict[S]] = {}

    def breaks(moment: float) -> bool:
        tried[moment] = _search(model, _until(history, moment))
        return tried[moment].holds is False

    first = answers[bisect_left(answers, True, key=breaks)]
    culprit = next(operation for operation in history if operation.back == first)
    found = tried.get(first) or _search(model, _until(history, first))
    return replace(found, culprit=culprit)


def _until(history: Sequence[Operation], moment: float) -> list[Operation]:
    """What was known at that moment."""
    return [
        operation if operation.back <= moment else replace(operation, outcome=None, back=math.inf)
        for operation in history
        if operation.call <= moment
    ]


def _search[S: Hashable](model: Model[S], history: Sequence[Operation]) -> Verdict[S]:
    due = sum(1 << n for n, operation in enumerate(history) if operation.answered)
    done, order = 0, list[Placed[S]]()
    most, longest = 0, list[Placed[S]]()
    seen: set[tuple[int, S]] = {(0, model.start)}
    open_moves = [_moves(model, history, done, model.start)]
    while due & ~done and len(seen) < LIMIT:
        move = next(open_moves[-1], None)
        if move is None:  # nothing can follow here: back by one
            open_moves.pop()
            if not order:
                return Verdict(holds=False, operations=history, order=longest)
            order.pop()
            done = order[-1].done if order else 0
        elif (move.done, move.state) not in seen:
            seen.add((move.done, move.state))
            order.append(move)
            done = move.done
            if (placed := (done & due).bit_count()) > most:
                most, longest = placed, order.copy()
            open_moves.append(_moves(model, history, done, move.state))
    return Verdict(holds=None if due & ~done else True, operations=history, order=order)


def _moves[S: Hashable](
    model: Model[S], history: Sequence[Operation], done: int, state: S
) -> Iterator[Placed[S]]:
    """What may come next: an operation before whose call no answer is left to place.

    One that only reads, and reads right, comes first and alone: whatever order there is, there is
    one that begins with it.
    """
    found = []
    earliest = math.inf
    for n in range((~done & (done + 1)).bit_length() - 1, len(history)):
        operation = history[n]
        if operation.call > earliest:
            break
        if done >> n & 1:
            continue
        earliest = min(earliest, operation.back)
        for after in model.step(state, operation):
            move = Placed(operation, after, done | 1 << n)
            if operation.action in model.reads:
                if operation.answered:
                    return iter([move])
            elif operation.answered or after != state:
                found.append(move)
    return iter(found)
