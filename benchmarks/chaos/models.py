"""Sequential specifications of the club's objects, for the check of histories.

- ``sheet``, by entry, game and turn: the bulletin in time and the late one. A revision replaces
  lower ones only; repeated, it changes nothing; a reconnected tablet receives the one in time. An
  acknowledged revision is stored.
- ``turn end``, by game and turn: no bulletin arrives in time once one has arrived late.
- ``ruling``, by entry, game and turn: the decisions, one after the other. Each is made of the
  version that its author saw and of no other; none is changed or lost; taking back the last one
  repeats the one before it.
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

    @classmethod
    def from_fields(cls, rows: list[str], **fields: Any) -> "Sheet":
        """Return the content of a bulletin with these fields, ignoring its others."""
        names = ("rev", "device", "reference", "score")
        return cls(word="/".join(rows), **{name: fields[name] for name in names})


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
            return _list_save_states(stored, Sheet(*operation.argument), operation)
        case "read snapshot":
            is_possible = operation.outcome == stored.in_time
        case "read other":  # the answer to a save: the sheet stored instead
            is_possible = operation.outcome in stored
        case "read stored":  # both, as the database has them in the end
            is_possible = operation.outcome == stored
        case "read received":  # the sheet in time, otherwise the late one
            is_possible = operation.outcome == (stored.in_time or stored.late)
        case action:
            raise ValueError(action)
    return [stored] if is_possible else []


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


def step_turn_end(has_ended: bool, operation: Operation) -> Iterable[bool]:  # noqa: FBT001 - the state
    """Step of arrivals: a bulletin received in time may be stored, and answered, much later."""
    if operation.action == "late":
        return [True]
    return [] if has_ended else [False]


def step_ruling(decisions: Decisions, operation: Operation) -> Iterable[Decisions]:
    version = len(decisions)
    match operation.action:
        case "read version":
            return [decisions] if operation.outcome == version else []
        case "read decisions":
            return [decisions] if operation.outcome == decisions else []
        case _ if operation.outcome == "lost-race":
            return [decisions] if operation.argument[0] != version else []
        case _ if operation.outcome == "refused":
            return [decisions]
        case "correct":
            seen_version, status, points = operation.argument
            decision = Decision(operation.author, status, points)
        case "confirm":
            (seen_version,) = operation.argument
            decision = Decision(
                operation.author, "confirmed", decisions[-1].points if decisions else 0
            )
        case "change":
            seen_version, points = operation.argument
            decision = Decision(operation.author, "changed", points)
        case "take back":
            seen_version = version if version > 1 and decisions[-1].by == operation.author else 0
            decision = (
                decisions[-2]._replace(by=operation.author) if seen_version else Decision("", "", 0)
            )
        case _:
            raise ValueError(operation.action)
    return [(*decisions, decision)] if version == seen_version else []


MODELS: dict[str, Model[Any]] = {
    "sheet": Model(
        StoredSheets(),
        step_sheet,
        frozenset({"read snapshot", "read other", "read stored", "read received"}),
    ),
    "turn end": Model(start=False, step=step_turn_end, reads=frozenset({"in time"})),
    "ruling": Model((), step_ruling, frozenset({"read version", "read decisions"})),
}
