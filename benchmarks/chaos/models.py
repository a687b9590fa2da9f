"""Sequential specifications of the club's objects, for the check of histories.

- ``sheet``, by entry, game and turn: the bulletin in time and the late one. A revision is stored
  over lower ones only; the same one again changes nothing; a tablet that comes back is shown the
  one in time. What was answered stands.
- ``bell``, by game and turn: no bulletin arrives in time once one has arrived late.
- ``ruling``, by entry, game and turn: the decisions, one after the other. Each is made of the
  version that its author saw and of no other; none is changed or lost; taking back the last one
  repeats the one before it.

``docs/live.md`` says the same.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from benchmarks.chaos.linear import Model, Operation


class Sheet(NamedTuple):
    """The content of a bulletin; a plain tuple if read from a file."""

    rev: int
    device: str
    word: str
    reference: str
    score: str


class StoredSheets(NamedTuple):
    in_time: Sheet | None = None
    late: Sheet | None = None


class Decision(NamedTuple):
    """``by``: author of the decision, or of its undoing; empty for the software."""

    by: str
    status: str
    points: int


type Decisions = tuple[Decision, ...]


def step_sheet(stored: StoredSheets, operation: Operation) -> Iterable[StoredSheets]:
    match operation.action:
        case "save":
            return _list_save_states(stored, Sheet(*operation.given), operation)
        case "shown":
            return [stored] if operation.outcome == stored.in_time else []
        case "barred":  # the answer to a save: the sheet stored instead
            return [stored] if operation.outcome in stored else []
        case "stands":  # both, as the database has them in the end
            return [stored] if operation.outcome == stored else []
        case "judged":  # the one in time, else the late one
            return [stored] if operation.outcome == (stored.in_time or stored.late) else []
    raise ValueError(operation.action)


def _list_save_states(
    stored: StoredSheets, sheet: Sheet, operation: Operation
) -> Iterable[StoredSheets]:
    in_time, late = _store_in_time(stored, sheet), _store_late(stored, sheet)
    if not operation.is_answered:
        return {*in_time, *late}
    return {"in-time": in_time, "late": late, "refused": [stored]}[operation.outcome]


def _store_in_time(stored: StoredSheets, sheet: Sheet) -> list[StoredSheets]:
    if stored.in_time is None or stored.in_time.rev < sheet.rev:
        return [stored._replace(in_time=sheet)]
    return [stored] if stored.in_time == sheet else []


def _store_late(stored: StoredSheets, sheet: Sheet) -> list[StoredSheets]:
    if stored.in_time is not None and stored.in_time.rev >= sheet.rev:
        return []
    if stored.late is None or stored.late.rev < sheet.rev:
        return [stored._replace(late=sheet)]
    return [stored] if stored.late == sheet else []


def step_bell(has_ended: bool, operation: Operation) -> Iterable[bool]:  # noqa: FBT001 - the state
    """Step of arrivals: a bulletin received in time may be stored, and answered, much later."""
    if operation.action == "late":
        return [True]
    return [] if has_ended else [False]


def step_ruling(decisions: Decisions, operation: Operation) -> Iterable[Decisions]:
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
            seen_version, status, points = operation.given
            decision = Decision(operation.who, status, points)
        case "confirm":
            (seen_version,) = operation.given
            decision = Decision(
                operation.who, "confirmed", decisions[-1].points if decisions else 0
            )
        case "change":
            seen_version, points = operation.given
            decision = Decision(operation.who, "changed", points)
        case "take back":
            seen_version = version if version > 1 and decisions[-1].by == operation.who else 0
            decision = (
                decisions[-2]._replace(by=operation.who) if seen_version else Decision("", "", 0)
            )
        case _:
            raise ValueError(operation.action)
    return [(*decisions, decision)] if version == seen_version else []


MODELS: dict[str, Model[Any]] = {
    "sheet": Model(StoredSheets(), step_sheet, frozenset({"shown", "barred", "stands", "judged"})),
    "bell": Model(start=False, step=step_bell, reads=frozenset({"in time"})),
    "ruling": Model((), step_ruling, frozenset({"listed", "decided"})),
}
