"""Decisions of arbiters on bulletins: confirm, change, the same for equal ones, and undo."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.allowed_decisions import Allowed
from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.decided import UNDONE
from arbitrage.core.verdict import Verdict
from arbitrage.models import DECIDED, Ruling, Status
from arbitrage.queries.appeals import spoken
from arbitrage.queries.gestures import last_gesture
from arbitrage.queries.received_bulletins import overtaken
from arbitrage.queries.rulings import current_rulings, equal_rulings, judged_fields, ruled_fields
from arbitrage.services.deciding import deciding, require_collected
from arbitrage.services.journal_digests import store_rulings, uids_of
from arbitrage.services.posting import post
from arbitrage.services.second_look_settlement import require_first
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.models import Entry, Turn
from tournament.queries.people.seating import number_in

#: No single turn brings more (1.2: 27 times a long word, with bonus).
MAX_POINTS = 2000


def held_for(turn: Turn, entry: Entry, version: int, *, commission: bool = False) -> Ruling:
    """The ruling that the arbiter saw, or the ``commission``; ``turn`` as it is under the lock.

    Raises WrongState for a turn that is not collected or was cancelled, and where the commission
    has decided, LostRace when the ruling is not in force any more, or when a bulletin has come
    since that it does not speak of.
    """
    require_collected(turn)
    ruling = Ruling.objects.filter(turn=turn, entry=entry).order_by("-version").first()
    if ruling is None:
        raise WrongState("not-corrected")
    if ruling.version != version:
        raise LostRace("ruling", version=ruling.version)
    if overtaken(turn, [ruling]):
        raise LostRace("bulletin", number=number_in(turn.game_id, entry))
    if not commission and spoken(turn, [ruling]):
        raise WrongState("commission-decided", number=number_in(turn.game_id, entry))
    return ruling


def superseding(before: Ruling, *, by: User | None, now: datetime, **decision: Any) -> Ruling:
    """The next version, not saved; what ``decision`` does not say stays as it was."""
    fields = judged_fields(before) | ruled_fields(before) | decision
    return Ruling(
        turn_id=before.turn_id,
        entry_id=before.entry_id,
        version=before.version + 1,
        by=by,
        at=now,
        **fields,
    )


def as_confirmed(ruling: Ruling) -> dict[str, Any]:
    """The decision that confirming ``ruling`` makes of it: one by an arbiter stays as it is."""
    decision = ruled_fields(ruling)
    return decision if ruling.status in DECIDED else decision | _CONFIRMED


_CONFIRMED = {"status": Status.CONFIRMED, "reason": "", "came_since": False}


def equals_of(turn: Turn, ruling: Ruling, decision: dict[str, Any] | None = None) -> list[Ruling]:
    """The rulings on the other bulletins equal to that of ``ruling``; of those only which have
    another ``decision``, if one is given. A bulletin that was exchanged meanwhile is not equal, and
    on what the commission has decided nobody else decides."""
    found = [
        other
        for other in equal_rulings(turn, [ruling.key])
        if other.entry_id != ruling.entry_id and (not decision or ruled_fields(other) != decision)
    ]
    gone = overtaken(turn, found) | spoken(turn, found)
    return [other for other in found if other.entry_id not in gone]


def _equal(
    turn: Turn, decided: Ruling, among: Collection[int], *, by: User | None, now: datetime
) -> list[Ruling]:
    """The same decision for the equal bulletins of the entries ``among`` that have another one."""
    if not among:
        return []
    decision = ruled_fields(decided)
    return [
        superseding(ruling, by=by, now=now, **decision)
        for ruling in equals_of(turn, decided, decision)
        if ruling.entry_id in among
    ]


def append_rulings(turn: Turn, rulings: list[Ruling], *, by: User | None, now: datetime) -> None:
    """Raises WrongState for a bulletin that waits for the second look of ``by``, NotAllowed for one
    of which he says something else than the decision (5.9)."""
    require_first(turn, {ruling.entry_id for ruling in rulings}, by)
    _write(turn, rulings, rulings[0].status, by=by, now=now)


def _write(
    turn: Turn, rulings: list[Ruling], decision: str, *, by: User | None, now: datetime
) -> None:
    """Entries and versions in the journal are what ``undo`` takes back."""
    uids = uids_of(ruling.entry_id for ruling in rulings)
    data = {
        "decision": decision,
        "entries": [uids[ruling.entry_id] for ruling in rulings],
        "versions": [ruling.version for ruling in rulings],
        **store_rulings(rulings),
    }
    post(turn=turn, rulings=rulings, by=by, now=now, data=data)


def confirm(*, turn: Turn, entry: Entry, version: int, by: User | None, now: datetime) -> Ruling:
    """Confirm the software's proposal, whatever the reason why it did not stand by itself.

    Raises LostRace when another arbiter was first or another bulletin came, WrongState before the
    correction and when the turn was cancelled.
    """
    with deciding(turn) as fresh:
        held = held_for(fresh, entry, version)
        ruling = superseding(held, by=by, now=now, **_CONFIRMED)
        append_rulings(fresh, [ruling], by=by, now=now)
    return ruling


def change(  # noqa: PLR0913 - the fields of a decision, all by keyword
    *,
    turn: Turn,
    entry: Entry,
    version: int,
    points: int,
    sanction: str,
    motives: list[str],
    article: str = "",
    reason: str = "",
    free: bool = False,
    among: Collection[int] = (),
    by: User | None,
    now: datetime,
) -> Ruling:
    """Decide otherwise than the software; the same on the equal bulletins of the entries ``among``,
    which the arbiter was shown.

    ``points`` are those awarded, after a penalty of five: what some reading of the bulletin allows
    with this sanction, unless it is a ``free`` ruling, which needs a reason. Without an ``article``
    it rests on that of the reading or the sanction. Raises BadSetting, and as ``confirm``.
    """
    check_decision(points, sanction, motives)
    edition = turn.game.tournament.regulation
    penalty = edition.sanctions.penalty.value
    with deciding(turn) as fresh:
        held = held_for(fresh, entry, version)
        allowed = Allowed.of(Verdict.from_dict(held.verdict), edition)
        _check_allowed(allowed, points, Sanction(sanction), reason, free=free)
        ruling = superseding(
            held,
            by=by,
            now=now,
            status=Status.CHANGED,
            points=points,
            gross=points + penalty if sanction == Sanction.PENALTY else points,
            sanction=sanction,
            motives=motives,
            article=article.strip() or allowed.article(points, Sanction(sanction)),
            reason=reason.strip(),
            came_since=False,
        )
        others = _equal(fresh, ruling, among, by=by, now=now)
        append_rulings(fresh, [ruling, *others], by=by, now=now)
    return ruling


def check_decision(points: int, sanction: str, motives: Iterable[str]) -> None:
    """Raises BadSetting for what no decision can be."""
    if sanction not in set(Sanction):
        raise BadSetting("unknown-sanction", sanction=sanction)
    most = 0 if sanction == Sanction.ZERO else MAX_POINTS
    if not 0 <= points <= most:
        raise BadSetting("bad-points", points=points, most=most)
    for motive in motives:
        if motive not in set(Motive):
            raise BadSetting("unknown-motive", motive=motive)


def _check_allowed(
    allowed: Allowed, points: int, sanction: Sanction, reason: str, *, free: bool
) -> None:
    if free and not reason.strip():
        raise BadSetting("no-reason")
    if not free and points not in (most := allowed.points(sanction)):
        raise BadSetting("points-of-no-reading", points=points, allowed=sorted(most))


def apply_to_equal(
    *,
    turn: Turn,
    entry: Entry,
    version: int,
    among: Collection[int],
    by: User | None,
    now: datetime,
) -> int:
    """Give the equal bulletins of the entries ``among`` the decision on this one; how many.

    ``among`` are those that the arbiter was shown: none that came in meanwhile, none of another
    arbiter's tables unless he chose them. A proposal is confirmed by this gesture. Raises as
    ``confirm``.
    """
    with deciding(turn) as fresh:
        held = held_for(fresh, entry, version)
        if held.status in DECIDED:
            decided, mine = held, []
        else:
            decided = superseding(held, by=by, now=now, **as_confirmed(held))
            mine = [decided]
        others = _equal(fresh, decided, among, by=by, now=now)
        if mine or others:
            append_rulings(fresh, [*mine, *others], by=by, now=now)
    return len(others)


def undo(*, turn: Turn, gesture: int, by: User, now: datetime) -> int:
    """Take back the last gesture of ``by`` on this turn: what was decided before it is decided
    again, for every bulletin that nobody has decided about since. Returns for how many.

    ``gesture`` is its row of the journal. Raises LostRace when it is not his last one any more or
    somebody has decided about all of them, WrongState for a turn that was cancelled.
    """
    with deciding(turn) as fresh:
        require_collected(fresh)
        last = last_gesture(fresh, by)
        if last is None or last.pk != gesture:
            raise LostRace("gesture")
        held = current_rulings(fresh, last.versions.keys())
        final = spoken(fresh, held.values())
        standing = [
            one for pk, one in held.items() if one.version == last.versions[pk] and pk not in final
        ]
        if not standing:
            raise LostRace("gesture")
        before = _before(fresh, standing)
        restored = [
            superseding(
                ruling, by=former.by, now=now, **judged_fields(former), **ruled_fields(former)
            )
            for ruling in standing
            for former in [before[ruling.entry_id]]
        ]
        _write(fresh, restored, UNDONE, by=by, now=now)
    return len(restored)


def _before(turn: Turn, rulings: list[Ruling]) -> dict[int, Ruling]:
    """What each of ``rulings`` superseded, by entry."""
    earlier = Ruling.objects.filter(turn=turn, entry__in=[ruling.entry_id for ruling in rulings])
    by_place = {(one.entry_id, one.version): one for one in earlier.select_related("by")}
    return {ruling.entry_id: by_place[ruling.entry_id, ruling.version - 1] for ruling in rulings}
