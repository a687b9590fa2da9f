"""The check compared with the definition, on histories of the literature and on wrong objects."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from benchmarks.chaos import linear
from benchmarks.chaos.linear import Model, Operation, check_linearizability
from tests.benchmarks.chaos.simulated import simulate_history
from tests.rows import every_row

type Line = tuple[str, str, Any, float, Any, float]


def register_step(value: object, operation: Operation) -> Iterable[object]:
    """Step of a register: write, read, and compare-and-set, whose answer is True if it was done."""
    match operation.action:
        case "write":
            return [operation.argument]
        case "read":
            return [value] if operation.outcome == value else []
    old, new = operation.argument
    if operation.is_answered and not operation.outcome:
        return [value] if value != old else []
    return [new] if value == old else []


def queue_step(items: tuple[str, ...], operation: Operation) -> Iterable[tuple[str, ...]]:
    if operation.action == "enq":
        return [(*items, operation.argument)]
    if not operation.is_answered:
        return [items[1:]] if items else []
    return [items[1:]] if items[:1] == (operation.outcome,) else []


REGISTER: Model[Any] = Model(0, register_step, frozenset({"read"}))
QUEUE: Model[Any] = Model((), queue_step)
NEVER = math.inf

#: Model, verdict and history: queues and registers after Herlihy and Wing (1990, figure 1),
#: Lamport's regular register, and operations without answer.
KNOWN_HISTORIES: dict[str, tuple[Model[Any], bool, list[Line]]] = {
    "two enter together, either is first": (
        QUEUE,
        True,
        [
            ("A", "enq", "x", 0, None, 4),
            ("B", "enq", "y", 1, None, 2),
            ("B", "deq", None, 5, "y", 6),
            ("A", "deq", None, 6, "x", 8),
        ],
    ),
    "who entered first, and was known to, leaves second": (
        QUEUE,
        False,
        [
            ("A", "enq", "x", 0, None, 1),
            ("B", "enq", "y", 2, None, 3),
            ("A", "deq", None, 4, "y", 5),
        ],
    ),
    "it leaves while it still enters": (
        QUEUE,
        True,
        [("A", "enq", "x", 0, None, 9), ("B", "deq", None, 1, "x", 2)],
    ),
    "it entered once and left twice": (
        QUEUE,
        False,
        [
            ("A", "enq", "x", 0, None, 5),
            ("B", "enq", "y", 1, None, 2),
            ("A", "deq", None, 6, "y", 8),
            ("C", "deq", None, 7, "y", 9),
        ],
    ),
    "a read beside a write sees before or after": (
        REGISTER,
        True,
        [
            ("A", "write", 1, 0, None, 9),
            ("B", "read", None, 1, 0, 2),
            ("C", "read", None, 3, 1, 4),
        ],
    ),
    "once seen, a value is seen by all that follows: a regular register is not enough": (
        REGISTER,
        False,
        [
            ("A", "write", 1, 0, None, 9),
            ("B", "read", None, 1, 1, 2),
            ("C", "read", None, 3, 0, 4),
        ],
    ),
    "a stale read": (
        REGISTER,
        False,
        [("A", "write", 1, 0, None, 1), ("B", "read", None, 2, 0, 3)],
    ),
    "of two that compare and set the same, both won": (
        REGISTER,
        False,
        [("A", "cas", (0, 1), 0, True, 3), ("B", "cas", (0, 2), 1, True, 4)],
    ),
    "of two that compare and set the same, one won": (
        REGISTER,
        True,
        [
            ("A", "cas", (0, 1), 0, False, 3),
            ("B", "cas", (0, 2), 1, True, 4),
            ("C", "read", None, 5, 2, 6),
        ],
    ),
    "a write without answer is seen long after": (
        REGISTER,
        True,
        [
            ("A", "write", 1, 0, None, NEVER),
            ("B", "read", None, 5, 0, 6),
            ("B", "read", None, 7, 1, 8),
        ],
    ),
    "a write without answer is seen, and then not": (
        REGISTER,
        False,
        [
            ("A", "write", 1, 0, None, NEVER),
            ("B", "read", None, 5, 1, 6),
            ("B", "read", None, 7, 0, 8),
        ],
    ),
    "a write is seen before anybody asked for it": (
        REGISTER,
        False,
        [("B", "read", None, 0, 1, 1), ("A", "write", 1, 2, None, NEVER)],
    ),
    "one without answer was first, so the other did not win": (
        REGISTER,
        True,
        [("A", "cas", (0, 1), 0, None, NEVER), ("B", "cas", (0, 2), 1, False, 2)],
    ),
}


def build_history(lines: Iterable[Line]) -> list[Operation]:
    return [Operation(*line) for line in lines]


def test_histories_of_the_literature_have_the_known_verdict() -> None:
    with every_row() as row:
        for name, (model, holds, lines) in KNOWN_HISTORIES.items():
            with row(name):
                assert check_linearizability(model, build_history(lines)).is_linearizable is holds


def has_valid_order(model: Model[Any], history: Sequence[Operation]) -> bool:
    """Return True if any order of the answered operations and of some others is valid."""
    answered = [operation for operation in history if operation.is_answered]
    others = [operation for operation in history if not operation.is_answered]
    chosen = [taken_up for n in range(len(others) + 1) for taken_up in combinations(others, n)]
    return any(
        _is_valid_order(model, order)
        for taken_up in chosen
        for order in permutations([*answered, *taken_up])
        if not any(b.answered_at < a.called_at for n, a in enumerate(order) for b in order[n + 1 :])
    )


def _is_valid_order(model: Model[Any], order: Sequence[Operation]) -> bool:
    states = {model.start}
    for operation in order:
        states = {after for state in states for after in model.step(state, operation)}
    return bool(states)


def _draw_operation(rng: Random) -> Operation:
    call = float(rng.randrange(8))
    action = rng.choice(["read", "write", "cas"])
    value = rng.randrange(3)
    argument = {"read": None, "write": value, "cas": (value, rng.randrange(3))}[action]
    outcome = {"read": value, "write": None, "cas": rng.random() < 0.5}[action]
    if rng.random() < 0.25:
        return Operation("", action, argument, call)
    return Operation("", action, argument, call, outcome, call + rng.randrange(6))


def test_the_search_agrees_with_trying_all_orders() -> None:
    results = []
    for seed in range(400):
        rng = Random(seed)
        history = [_draw_operation(rng) for _ in range(rng.randrange(1, 6))]
        holds = check_linearizability(REGISTER, history).is_linearizable
        assert holds is has_valid_order(REGISTER, history), (seed, history)
        results.append(holds)
    assert {True, False} == set(results)


def _ask(rng: Random, author: str, n: int) -> tuple[str, Any]:
    """Draw a read, or a write of a value that no other write has."""
    if rng.random() < 0.5:
        return "read", None
    return "write", f"{author}-{n}"


def _perform_operation(value: object, operation: Operation) -> tuple[object, object]:
    return (value, value) if operation.action == "read" else ("done", operation.argument)


def _insert_stale_read(history: list[Operation]) -> list[Operation] | None:
    """Return the history with one read of a value overwritten before its request, or None."""
    written = [each for each in history if each.action == "write" and each.is_answered]
    for n, read in enumerate(history):
        over = [each for each in written if each.answered_at < read.called_at]
        for old in over:
            is_read = read.action == "read" and read.is_answered
            if is_read and any(old.answered_at < each.called_at for each in over):
                return [*history[:n], replace(read, outcome=old.argument), *history[n + 1 :]]
    return None


def test_a_sequential_object_is_linearizable_but_not_with_stale_reads() -> None:
    stale = 0
    for seed in range(60):
        history, _ = simulate_history(0, _ask, _perform_operation, Random(seed), people=4, each=6)
        assert check_linearizability(REGISTER, history).is_linearizable is True, seed
        if (wrong := _insert_stale_read(history)) is not None:
            assert check_linearizability(REGISTER, wrong).is_linearizable is False, seed
            stale += 1
    assert stale > 20


def test_a_violation_has_the_first_impossible_answer_and_longest_order() -> None:
    lines: list[Line] = [
        ("A", "write", 1, 0, None, 1),
        ("B", "write", 2, 2, None, 3),
        ("C", "read", None, 4, 1, 5),
        ("A", "write", 3, 6, None, 7),
        ("B", "read", None, 8, 1, 9),
    ]
    verdict = check_linearizability(REGISTER, build_history(lines))
    assert verdict.impossible_answer == Operation(*lines[2])
    assert [placed.operation for placed in verdict.order] == build_history(lines[:2])
    assert verdict.order[-1].state == 2
    assert verdict.operations == build_history(lines[:3])


def test_a_history_with_too_many_orders_is_undecided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(linear, "MAX_ORDERS", 50)
    together: list[Line] = [("A", "write", n, 0, None, 9) for n in range(8)]
    wrong = build_history([*together, ("B", "read", None, 10, "nothing", 11)])
    assert check_linearizability(REGISTER, wrong).is_linearizable is None
