"""Simulated histories of a correct object, used by several people at once."""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.chaos.linear import Operation

#: Share of lost answers, and of those the share without effect.
LOST, NOT_DONE = 0.2, 0.5
#: Seconds that a person waits for an answer; latest effect of a request without answer.
TIMEOUT_S, LATEST_S = 2.0, 20.0

type Ask = Callable[[Random, str, int], tuple[str, Any]]
type Perform = Callable[[Any, Operation], tuple[Any, Any]]


def simulate_history(
    start: object, ask: Ask, perform: Perform, rng: Random, *, people: int = 4, each: int = 6
) -> tuple[list[Operation], Any]:
    """Return the operations, shuffled, and the final state.

    ``ask`` returns action and argument of a person's n-th request, ``perform`` its outcome and the
    new state. Every request takes effect at one moment between call and answer.
    """
    requests = []
    for person in range(people):
        moment = rng.random()
        for n in range(each):
            action, argument = ask(rng, f"p{person}", n)
            called_at = moment
            lost = rng.random() < LOST
            effect = called_at + rng.random() * (LATEST_S if lost else 1)
            answered_at = math.inf if lost else effect + rng.random()
            requests.append(
                (effect, Operation(f"p{person}", action, argument, called_at, None, answered_at))
            )
            moment = (called_at + TIMEOUT_S if lost else answered_at) + 0.1 * rng.random()
    state, history = start, []
    for _, operation in sorted(requests, key=lambda each: each[0]):
        if operation.is_answered or rng.random() > NOT_DONE:
            outcome, state = perform(state, operation)
            history.append(replace(operation, outcome=outcome if operation.is_answered else None))
        else:
            history.append(operation)
    rng.shuffle(history)
    return history, state


def build_last_read(action: str, outcome: object) -> Operation:
    """Return a read after all other operations."""
    return Operation("la base", action, None, 1000.0, outcome, 1001.0)
