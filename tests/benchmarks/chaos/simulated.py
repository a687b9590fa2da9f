"""Histories of an object that does what it should, asked by several at once."""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.chaos.linear import Operation

#: Whose answers are lost, and of those the ones that had no effect either.
LOST, NOT_DONE = 0.2, 0.5
#: Who waits no longer goes on; what he asked for may happen long after.
PATIENCE, LATE = 2.0, 20.0

type Ask = Callable[[Random, str, int], tuple[str, Any]]
type Perform = Callable[[Any, Operation], tuple[Any, Any]]


def simulated(
    start: object, ask: Ask, perform: Perform, chance: Random, *, people: int = 4, each: int = 6
) -> tuple[list[Operation], Any]:
    """The operations in no order, and the state in the end.

    ``ask`` says what somebody does as his n-th thing, ``perform`` what the object answers and how
    it is left. Every effect is at one moment between call and answer.
    """
    asked = []
    for who in range(people):
        moment = chance.random()
        for n in range(each):
            action, given = ask(chance, f"p{who}", n)
            call = moment
            lost = chance.random() < LOST
            effect = call + chance.random() * (LATE if lost else 1)
            back = math.inf if lost else effect + chance.random()
            asked.append((effect, Operation(f"p{who}", action, given, call, None, back)))
            moment = (call + PATIENCE if lost else back) + 0.1 * chance.random()
    state, history = start, []
    for _, operation in sorted(asked, key=lambda each: each[0]):
        if operation.answered or chance.random() > NOT_DONE:
            outcome, state = perform(state, operation)
            history.append(replace(operation, outcome=outcome if operation.answered else None))
        else:
            history.append(operation)
    chance.shuffle(history)
    return history, state


def at_last(action: str, outcome: object) -> Operation:
    """A read after everything else."""
    return Operation("la base", action, None, 1000.0, outcome, 1001.0)
