"""Decisions of arbiters on bulletins: confirm, change, and the same for all equal ones."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.codes import Motive, Sanction
from arbitrage.models import Ruling, Status
from arbitrage.queries import equal_rulings
from arbitrage.services.posting import deciding, post
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.models import Entry, Turn

#: No single turn brings more (1.2: 27 times a long word, with bonus).
MAX_POINTS = 2000
PENALTY = 5
DECIDED = frozenset({Status.CONFIRMED, Status.CHANGED})
_DECISION = ("status", "points", "gross", "sanction", "motives", "article", "reason")


def decision_in(ruling: Ruling) -> dict[str, Any]:
    """What a ruling decides: the fields that equal bulletins share."""
    return {name: getattr(ruling, name) for name in _DECISION}


def _held(turn: Turn, entry: Entry, version: int) -> Ruling:
    """The ruling that the arbiter saw; raises LostRace when it is not in force any more."""
    ruling = Ruling.objects.filter(turn=turn, entry=entry).order_by("-version").first()
    if ruling is None:
        raise WrongState("not-corrected")
    if ruling.version != version:
        raise LostRace("ruling", version=ruling.version)
    return ruling


def _supersede(before: Ruling, *, by: User | None, now: datetime, **decision: Any) -> Ruling:
    fields = decision_in(before) | decision
    return Ruling(
        turn_id=before.turn_id,
        entry_id=before.entry_id,
        version=before.version + 1,
        rev=before.rev,
        key=before.key,
        verdict=before.verdict,
        by=by,
        at=now,
        **fields,
    )


def _equal(turn: Turn, decided: Ruling, *, by: User | None, now: datetime) -> list[Ruling]:
    """The same decision for the equal bulletins of the turn that have another one."""
    decision = decision_in(decided)
    return [
        _supersede(ruling, by=by, now=now, **decision)
        for ruling in equal_rulings(turn, [decided.key])
        if ruling.entry_id != decided.entry_id and decision_in(ruling) != decision
    ]


def _append(turn: Turn, rulings: list[Ruling], *, by: User | None, now: datetime) -> None:
    Ruling.objects.bulk_create(rulings, batch_size=500)
    data = {"decision": rulings[0].status, "entries": [ruling.entry_id for ruling in rulings]}
    post(turn=turn, rulings=rulings, by=by, now=now, data=data)


def confirm(*, turn: Turn, entry: Entry, version: int, by: User | None, now: datetime) -> Ruling:
    """Confirm the software's proposal, whatever the reason why it did not stand by itself.

    Raises LostRace when another arbiter was first, WrongState before the correction.
    """
    with deciding(turn):
        held = _held(turn, entry, version)
        ruling = _supersede(held, by=by, now=now, status=Status.CONFIRMED, reason="")
        _append(turn, [ruling], by=by, now=now)
    return ruling


def change(  # noqa: PLR0913 - the fields of a slip, all by keyword
    *,
    turn: Turn,
    entry: Entry,
    version: int,
    points: int,
    sanction: str,
    motives: list[str],
    article: str,
    reason: str,
    equal: bool = False,
    by: User | None,
    now: datetime,
) -> Ruling:
    """Decide otherwise than the software, with a reason; with ``equal`` on all equal bulletins.

    ``points`` are those awarded, after a penalty of five. Raises BadSetting, LostRace.
    """
    _check(points, sanction, motives, reason)
    with deciding(turn):
        ruling = _supersede(
            _held(turn, entry, version),
            by=by,
            now=now,
            status=Status.CHANGED,
            points=points,
            gross=points + PENALTY if sanction == Sanction.PENALTY else points,
            sanction=sanction,
            motives=motives,
            article=article.strip(),
            reason=reason.strip(),
        )
        others = _equal(turn, ruling, by=by, now=now) if equal else []
        _append(turn, [ruling, *others], by=by, now=now)
    return ruling


def _check(points: int, sanction: str, motives: Iterable[str], reason: str) -> None:
    if sanction not in set(Sanction):
        raise BadSetting("unknown-sanction", sanction=sanction)
    most = 0 if sanction == Sanction.ZERO else MAX_POINTS
    if not 0 <= points <= most:
        raise BadSetting("bad-points", points=points, most=most)
    for motive in motives:
        if motive not in set(Motive):
            raise BadSetting("unknown-motive", motive=motive)
    if not reason.strip():
        raise BadSetting("no-reason")


def apply_to_equal(
    *, turn: Turn, entry: Entry, version: int, by: User | None, now: datetime
) -> int:
    """Give every equal bulletin of the turn the decision on this one; returns how many.

    A proposal is confirmed by this gesture. Raises as ``confirm``.
    """
    with deciding(turn):
        held = _held(turn, entry, version)
        if held.status in DECIDED:
            decided, mine = held, []
        else:
            decided = _supersede(held, by=by, now=now, status=Status.CONFIRMED, reason="")
            mine = [decided]
        others = _equal(turn, decided, by=by, now=now)
        if mine or others:
            _append(turn, [*mine, *others], by=by, now=now)
    return len(others)
