"""What the club promises of each object, as if one thing were done after the other.

- ``sheet``, by entry, game and turn: the bulletin in time and the late one. A revision is stored
  over lower ones only; the same one again changes nothing; a tablet that comes back is shown the
  one in time. What was answered stands.
- ``bell``, by game and turn: no bulletin arrives in time once one has arrived late.
- ``ruling``, by entry, game and turn: the decisions, one after the other. Each is made of the
  version that its author saw and of no other; none is changed or lost; taking back the last one
  repeats the one before it.

``docs/live.md`` says the same in French.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from benchmarks.chaos.linear import Model, Operation


class Sheet(NamedTuple):
    """What lies on a bulletin; a plain tuple where it comes from a file."""

    rev: int
    device: str
    word: str
    reference: str
    score: str


class Held(NamedTuple):
    in_time: Sheet | None = None
    late: Sheet | None = None


class Decision(NamedTuple):
    """``by`` is who made the gesture, by whom it was taken back too; empty for the software."""

    by: str
    status: str
    points: int


type Decisions = tuple[Decision, ...]


def sheet_step(held: Held, operation: Operation) -> Iterable[Held]:
    match operation.action:
        case "save":
            return _saved(held, Sheet(*operation.given), operation)
        case "shown":
            return [held] if operation.outcome == held.in_time else []
        case "barred":  # the answer to a save: what lies there instead
            return [held] if operation.outcome in held else []
        case "stands":  # both, as the database has them in the end
            return [held] if operation.outcome == held else []
        case "judged":  # the one in time, else the late one
            return [held] if operation.outcome == (held.in_time or held.late) else []
    raise ValueError(operation.action)


def _saved(held: Held, sheet: Sheet, operation: Operation) -> Iterable[Held]:
    in_time, late = _in_time(held, sheet), _late(held, sheet)
    if not operation.answered:
        return {*in_time, *late}
    return {"in-time": in_time, "late": late, "refused": [held]}[operation.outcome]


def _in_time(held: Held, sheet: Sheet) -> list[Held]:
    if held.in_time is None or held.in_time.rev < sheet.rev:
        return [held._replace(in_time=sheet)]
    return [held] if held.in_time == sheet else []


def _late(held: Held, sheet: Sheet) -> list[Held]:
    if held.in_time is not None and held.in_time.rev >= sheet.rev:
        return []
    if held.late is None or held.late.rev < sheet.rev:
        return [held._replace(late=sheet)]
    return [held] if held.late == sheet else []


def bell_step(rung: bool, operation: Operation) -> Iterable[bool]:  # noqa: FBT001 - the state
    """Of arrivals: a bulletin that came in time may be stored, and answered, long after."""
    if operation.action == "late":
        return [True]
    return [] if rung else [False]


def ruling_step(decisions: Decisions, operation: Operation) -> Iterable[Decisions]:
    version = len(decisions)
    match operation.action:
        case "listed":
            return [decisions] if operation.outcome == version else []
        case "decided":
            return [decisions] if operation.outcome == decisions else []
        case _ if operation.outcome == "lost-race":
            return [decisions] if operation.given[0] != version else []
        case _ if operation.outcome == "refused":
            return [decisions]
        case "correct":
            of, status, points = operation.given
            made = Decision(operation.who, status, points)
        case "confirm":
            (of,) = operation.given
            made = Decision(operation.who, "confirmed", decisions[-1].points if decisions else 0)
        case "change":
            of, points = operation.given
            made = Decision(operation.who, "changed", points)
        case "take back":
            of = version if version > 1 and decisions[-1].by == operation.who else 0
            made = decisions[-2]._replace(by=operation.who) if of else Decision("", "", 0)
        case _:
            raise ValueError(operation.action)
    return [(*decisions, made)] if version == of else []


MODELS: dict[str, Model[Any]] = {
    "sheet": Model(Held(), sheet_step, frozenset({"shown", "barred", "stands", "judged"})),
    "bell": Model(start=False, step=bell_step, reads=frozenset({"in time"})),
    "ruling": Model((), ruling_step, frozenset({"listed", "decided"})),
}
