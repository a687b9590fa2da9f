"""Promises of a club about bulletins and decisions, and clubs that break them."""

from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.chaos.linear import Operation, check_linearizability
from benchmarks.chaos.models import MODELS, Decision, Sheet, StoredSheets
from tests.benchmarks.chaos.simulated import build_last_read, simulate_history
from tests.rows import every_row

ONE, TWO, OTHER = (Sheet(rev, "t", word, "H8", "9") for rev, word in [(1, "A"), (2, "B"), (2, "C")])

type Line = tuple[str, Any, Any]

#: Sequential operations (action, argument, outcome), and True if the history is possible.
SHEETS: dict[str, tuple[bool, list[Line]]] = {
    "a revision is shown, and again": (
        True,
        [("save", ONE, "in-time"), ("read snapshot", None, ONE), ("save", ONE, "in-time")],
    ),
    "a higher revision stands": (
        True,
        [
            ("save", ONE, "in-time"),
            ("save", TWO, "in-time"),
            ("read stored", None, StoredSheets(TWO)),
        ],
    ),
    "a lower revision does not come over a higher one": (
        False,
        [("save", TWO, "in-time"), ("save", ONE, "in-time")],
    ),
    "of two devices with the same revision the first is kept, the other hears of it": (
        True,
        [("save", TWO, "in-time"), ("read other", None, TWO), ("save", OTHER, None)],
    ),
    "of two devices with the same revision both are told that it is kept": (
        False,
        [("save", TWO, "in-time"), ("save", OTHER, "in-time")],
    ),
    "what was acknowledged is not there": (
        False,
        [("save", ONE, "in-time"), ("read stored", None, StoredSheets())],
    ),
    "what was refused is there": (
        False,
        [("save", ONE, "refused"), ("read snapshot", None, ONE)],
    ),
    "what was late is evidence, and not shown": (
        True,
        [
            ("save", ONE, "in-time"),
            ("save", TWO, "late"),
            ("read snapshot", None, ONE),
            ("read stored", None, StoredSheets(ONE, TWO)),
        ],
    ),
    "arbiters have the one in time before them, else the late one": (
        True,
        [
            ("save", TWO, "late"),
            ("read received", None, TWO),
            ("save", ONE, "in-time"),
            ("read received", None, ONE),
        ],
    ),
    "arbiters have the late one before them, and there is one in time": (
        False,
        [("save", ONE, "in-time"), ("save", TWO, "late"), ("read received", None, TWO)],
    ),
    "what was late replaces what was in time": (
        False,
        [("save", ONE, "in-time"), ("save", TWO, "late"), ("read stored", None, StoredSheets(TWO))],
    ),
    "what was never answered may be there": (
        True,
        [("save", ONE, None), ("read snapshot", None, ONE)],
    ),
    "or may not": (True, [("save", ONE, None), ("read stored", None, StoredSheets())]),
    "or may be late": (True, [("save", ONE, None), ("read stored", None, StoredSheets(None, ONE))]),
    "but not come and go": (
        False,
        [("save", ONE, None), ("read snapshot", None, ONE), ("read snapshot", None, None)],
    ),
}

PROPOSED = Decision("", "proposed", 8)
CONFIRMED, CHANGED = Decision("first", "confirmed", 8), Decision("first", "changed", 3)
CORRECT = ("correct", (0, "proposed", 8), "done")

RULINGS: dict[str, tuple[bool, list[Line]]] = {
    "a proposal is confirmed": (
        True,
        [
            CORRECT,
            ("read version", None, 1),
            ("confirm", (1,), "done"),
            ("read decisions", None, (PROPOSED, CONFIRMED)),
        ],
    ),
    "a change is of what was seen": (
        True,
        [CORRECT, ("change", (1, 3), "done"), ("read decisions", None, (PROPOSED, CHANGED))],
    ),
    "two decide of the same version": (
        False,
        [CORRECT, ("confirm", (1,), "done"), ("change", (1, 3), "done")],
    ),
    "another was first": (
        True,
        [CORRECT, ("confirm", (1,), "done"), ("change", (1, 3), "lost-race")],
    ),
    "another is said to have been first, and nobody was": (
        False,
        [CORRECT, ("confirm", (1,), "lost-race")],
    ),
    "an acknowledged decision is lost": (
        False,
        [CORRECT, ("confirm", (1,), "done"), ("read decisions", None, (PROPOSED,))],
    ),
    "an old version is listed": (
        False,
        [CORRECT, ("confirm", (1,), "done"), ("read version", None, 1)],
    ),
    "a decision is taken back": (
        True,
        [
            CORRECT,
            ("change", (1, 3), "done"),
            ("take back", None, "done"),
            ("read decisions", None, (PROPOSED, CHANGED, PROPOSED._replace(by="first"))),
        ],
    ),
    "what is taken back is what was decided before": (
        False,
        [
            CORRECT,
            ("change", (1, 3), "done"),
            ("take back", None, "done"),
            ("read decisions", None, (PROPOSED, CHANGED, CHANGED)),
        ],
    ),
    "nothing of theirs is taken back": (False, [CORRECT, ("take back", None, "done")]),
    "a decision without answer was made": (
        True,
        [CORRECT, ("confirm", (1,), None), ("read decisions", None, (PROPOSED, CONFIRMED))],
    ),
    "a decision without answer was made twice": (
        False,
        [
            CORRECT,
            ("confirm", (1,), None),
            ("read decisions", None, (PROPOSED, CONFIRMED, CONFIRMED)),
        ],
    ),
    "what was refused was done": (
        False,
        [CORRECT, ("confirm", (1,), "refused"), ("read version", None, 2)],
    ),
}

TURN_ENDS: dict[str, tuple[bool, list[Line]]] = {
    "an end of a turn, noted once": (
        True,
        [("in time", 1, True), ("late", 2, True), ("late", 1, True)],
    ),
    "and is not taken back": (False, [("late", 1, True), ("in time", 2, True)]),
}


def _build_sequential_history(lines: list[Line]) -> list[Operation]:
    """Return the operations one after the other; an outcome of None is no answer."""
    history = []
    for n, (action, argument, outcome) in enumerate(lines):
        author = "" if action == "correct" else "first"
        unanswered = outcome is None and action in {"save", "confirm"}
        answered_at = {} if unanswered else {"outcome": outcome, "answered_at": 2 * n + 1.0}
        history.append(Operation(author, action, argument, 2.0 * n, **answered_at))
    return history


def test_models_accept_promises_and_reject_violations() -> None:
    with every_row() as row:
        for model, cases in {"sheet": SHEETS, "ruling": RULINGS, "turn end": TURN_ENDS}.items():
            for name, (holds, lines) in cases.items():
                with row(f"{model}: {name}"):
                    assert (
                        check_linearizability(
                            MODELS[model], _build_sequential_history(lines)
                        ).is_linearizable
                        is holds
                    )


def _write(rng: Random, author: str, n: int) -> tuple[str, Any]:
    if rng.random() < 0.3:
        return "read snapshot", None
    return "save", Sheet(rng.randrange(1, 9), author, f"W{n}", "H8", "9")


def _store(stored: StoredSheets, operation: Operation) -> tuple[Any, StoredSheets]:
    """Do what one statement of the intake does before the end of the turn."""
    if operation.action == "read snapshot":
        return stored.in_time, stored
    sheet = operation.argument
    if stored.in_time is None or stored.in_time.rev < sheet.rev:
        return "in-time", StoredSheets(sheet)
    return ("in-time" if stored.in_time == sheet else "refused"), stored


def test_bulletins_of_several_devices_are_linearizable_unless_lost() -> None:
    lost = 0
    for seed in range(40):
        history, stored = simulate_history(StoredSheets(), _write, _store, Random(seed))
        whole = [*history, build_last_read("read stored", stored)]
        assert check_linearizability(MODELS["sheet"], whole).is_linearizable is True, seed
        stored = [each.argument for each in history if each.outcome == "in-time"]
        best = max(stored, key=lambda sheet: sheet.rev)
        below = [sheet for sheet in stored if sheet.rev < best.rev]
        if below:
            wrong = [*history, build_last_read("read stored", StoredSheets(below[0]))]
            assert check_linearizability(MODELS["sheet"], wrong).is_linearizable is False, seed
            lost += 1
    assert lost > 20


def _decide(rng: Random, author: str, n: int) -> tuple[str, Any]:
    action = rng.choice(["read version", "confirm", "change"])
    version = rng.randrange(1, 6)
    argument = {"read version": None, "confirm": (version,), "change": (version, n)}[action]
    return action, argument


def _rule(
    decisions: tuple[Decision, ...], operation: Operation
) -> tuple[Any, tuple[Decision, ...]]:
    if operation.action == "read version":
        return len(decisions), decisions
    version, *points = operation.argument
    if version != len(decisions):
        return "lost-race", decisions
    if operation.action == "confirm":
        decision = Decision(operation.author, "confirmed", decisions[-1].points)
    else:
        decision = Decision(operation.author, "changed", points[0])
    return "done", (*decisions, decision)


def test_decisions_are_linearizable_unless_repeated_or_lost() -> None:
    corrected = Operation("", "correct", (0, "proposed", 8), -2.0, "done", -1.0)
    twice = refused = 0
    for seed in range(60):
        history, decisions = simulate_history((PROPOSED,), _decide, _rule, Random(seed))
        whole = [corrected, *history]
        assert (
            check_linearizability(
                MODELS["ruling"], [*whole, build_last_read("read decisions", decisions)]
            ).is_linearizable
            is True
        ), seed
        won = {each.argument[0] for each in history if each.outcome == "done"}
        lost = [n for n, each in enumerate(whole) if each.outcome == "lost-race"]
        for n in [n for n in lost if whole[n].argument[0] in won][:1]:
            wrong = [*whole[:n], replace(whole[n], outcome="done"), *whole[n + 1 :]]
            assert check_linearizability(MODELS["ruling"], wrong).is_linearizable is False, seed
            twice += 1
        if len(decisions) - 1 in won:
            wrong = [*whole, build_last_read("read decisions", decisions[:-1])]
            assert check_linearizability(MODELS["ruling"], wrong).is_linearizable is False, seed
            refused += 1
    assert min(twice, refused) > 20
