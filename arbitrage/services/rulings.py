"""Decisions of arbiters on bulletins: confirm, change, apply to equal ones, and undo."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.allowed_decisions import AllowedDecisions
from arbitrage.core.codes import Sanction
from arbitrage.core.ruling_codes import UNDONE_DECISION
from arbitrage.core.verdict import Verdict
from arbitrage.models import DECIDED_STATUSES, Ruling, RulingStatus
from arbitrage.queries.appeals import find_entries_decided_by_commission
from arbitrage.queries.bulletins.received import find_outdated_entries
from arbitrage.queries.rulings import (
    copy_decision_fields,
    copy_judged_fields,
    get_current_rulings,
    list_equal_rulings,
)
from arbitrage.queries.undoable_decisions import find_undoable_decision
from arbitrage.services.decision_checks import (
    check_allowed,
    check_decision,
    check_top,
    compute_gross,
)
from arbitrage.services.journal_digests import get_uids, store_rulings
from arbitrage.services.posting import post_rulings
from arbitrage.services.second_look_settlement import require_no_pending_look
from arbitrage.services.turn_lock import lock_turn, require_collected
from tournament.core.errors import LostRace, WrongState
from tournament.models import Entry, Turn
from tournament.queries.people.seating import get_table_number
from tournament.queries.people.table_scope import require_own_centre


def get_seen_ruling(turn: Turn, entry: Entry, version: int, *, commission: bool = False) -> Ruling:
    """Return the ruling that the arbiter saw, or the ``commission``; ``turn`` is locked.

    Raise WrongState for a turn that is not collected or was cancelled, and where the commission has
    decided; LostRace when the ruling is not in force any more, or a newer bulletin has come.
    """
    require_collected(turn)
    ruling = Ruling.objects.filter(turn=turn, entry=entry).order_by("-version").first()
    if ruling is None:
        raise WrongState("not-corrected")
    if ruling.version != version:
        raise LostRace("ruling", version=ruling.version)
    if find_outdated_entries(turn, [ruling]):
        raise LostRace("bulletin", number=get_table_number(turn.game_id, entry))
    if not commission and find_entries_decided_by_commission(turn, [ruling]):
        raise WrongState("commission-decided", number=get_table_number(turn.game_id, entry))
    return ruling


def build_next_version(
    previous: Ruling, *, by: User | None, now: datetime, **decision: Any
) -> Ruling:
    """Return the next version, not saved; fields not in ``decision`` are copied."""
    fields = copy_judged_fields(previous) | copy_decision_fields(previous) | decision
    return Ruling(
        turn_id=previous.turn_id,
        entry_id=previous.entry_id,
        version=previous.version + 1,
        by=by,
        at=now,
        **fields,
    )


def build_changed_version(
    previous: Ruling, *, by: User | None, now: datetime, **decision: Any
) -> Ruling:
    """Return the next version with another decision, not saved."""
    fields = {"status": RulingStatus.CHANGED, "came_since": False, **decision}
    return build_next_version(previous, by=by, now=now, **fields)


def build_confirmed_fields(ruling: Ruling) -> dict[str, Any]:
    """Return the decision after confirming ``ruling``: one by an arbiter stays as it is."""
    decision = copy_decision_fields(ruling)
    return decision if ruling.status in DECIDED_STATUSES else decision | _CONFIRMED_FIELDS


_CONFIRMED_FIELDS = {"status": RulingStatus.CONFIRMED, "reason": "", "came_since": False}


def list_other_equal_rulings(
    turn: Turn, ruling: Ruling, decision: dict[str, Any] | None = None
) -> list[Ruling]:
    """Return the rulings on the other bulletins equal to that of ``ruling``.

    With a ``decision``, only those decided otherwise. A bulletin that was replaced meanwhile is not
    equal, and decisions of the commission are final.
    """
    equals = [
        other
        for other in list_equal_rulings(turn, [ruling.key])
        if other.entry_id != ruling.entry_id
        and (not decision or copy_decision_fields(other) != decision)
    ]
    excluded = find_outdated_entries(turn, equals) | find_entries_decided_by_commission(
        turn, equals
    )
    return [other for other in equals if other.entry_id not in excluded]


def _build_equal_rulings(
    turn: Turn, decided_ruling: Ruling, entries: Collection[int], *, by: User | None, now: datetime
) -> list[Ruling]:
    """Return rulings with the same decision for the equal bulletins of ``entries``."""
    if not entries:
        return []
    decision = copy_decision_fields(decided_ruling)
    return [
        build_next_version(ruling, by=by, now=now, **decision)
        for ruling in list_other_equal_rulings(turn, decided_ruling, decision)
        if ruling.entry_id in entries
    ]


def append_rulings(turn: Turn, rulings: list[Ruling], *, by: User | None, now: datetime) -> None:
    """Store rulings of one decision.

    Raise WrongState for a bulletin that waits for the second look of ``by``, NotAllowed if their
    second look differs from the decision (5.9).
    """
    require_no_pending_look(turn, {ruling.entry_id for ruling in rulings}, by)
    _store(turn, rulings, rulings[0].status, by=by, now=now)


def append_arbiter_rulings(
    turn: Turn, rulings: list[Ruling], *, by: User | None, now: datetime
) -> None:
    """Store rulings of an arbiter, as ``append_rulings``. Raise NotAllowed for one on a bulletin of
    a centre where they do not correct."""
    require_own_centre(by, turn.game, {ruling.entry_id for ruling in rulings})
    append_rulings(turn, rulings, by=by, now=now)


def _store(
    turn: Turn, rulings: list[Ruling], decision: str, *, by: User | None, now: datetime
) -> None:
    """Store rulings; ``undo_rulings`` reads their entries and versions in the journal."""
    uids = get_uids(ruling.entry_id for ruling in rulings)
    data = {
        "decision": decision,
        "entries": [uids[ruling.entry_id] for ruling in rulings],
        "versions": [ruling.version for ruling in rulings],
        **store_rulings(rulings),
    }
    post_rulings(turn=turn, rulings=rulings, by=by, now=now, data=data)


def confirm_ruling(
    *, turn: Turn, entry: Entry, version: int, by: User | None, now: datetime
) -> Ruling:
    """Confirm the software's proposal, whatever the reason why it waited.

    Raise LostRace when another arbiter was first or another bulletin came, WrongState before the
    correction and when the turn was cancelled.
    """
    with lock_turn(turn) as locked_turn:
        current = get_seen_ruling(locked_turn, entry, version)
        ruling = build_next_version(current, by=by, now=now, **_CONFIRMED_FIELDS)
        append_arbiter_rulings(locked_turn, [ruling], by=by, now=now)
    return ruling


def change_ruling(  # noqa: PLR0913 - the fields of a decision, all by keyword
    *,
    turn: Turn,
    entry: Entry,
    version: int,
    points: int,
    sanction: str,
    motives: list[str],
    article: str = "",
    reason: str = "",
    is_free_ruling: bool = False,
    above_top: bool = False,
    entries: Collection[int] = (),
    by: User | None,
    now: datetime,
) -> Ruling:
    """Decide otherwise than the software, also for the equal bulletins of ``entries``.

    The arbiter has seen them. ``points`` are after a penalty: those of a reading with this
    sanction, unless the ruling is ``is_free_ruling``, with a reason. ``above_top`` confirms more
    than the top of the turn. Without an ``article`` that of the reading or the sanction is cited.
    Raise BadSetting, and as ``confirm_ruling``.
    """
    check_decision(points, sanction, motives)
    edition = turn.game.tournament.regulation
    gross = compute_gross(points, sanction, edition)
    decision = {"points": points, "gross": gross, "sanction": sanction, "motives": motives}
    with lock_turn(turn) as locked_turn:
        current = get_seen_ruling(locked_turn, entry, version)
        allowed = AllowedDecisions.from_verdict(Verdict.from_dict(current.verdict), edition)
        check_allowed(allowed, points, Sanction(sanction), reason, is_free_ruling=is_free_ruling)
        check_top(locked_turn, gross, reason, is_confirmed=above_top)
        decision["article"] = article.strip() or allowed.find_article(points, Sanction(sanction))
        decision["reason"] = reason.strip()
        ruling = build_changed_version(current, by=by, now=now, **decision)
        equal_rulings = _build_equal_rulings(locked_turn, ruling, entries, by=by, now=now)
        append_arbiter_rulings(locked_turn, [ruling, *equal_rulings], by=by, now=now)
    return ruling


def apply_to_equal(
    *,
    turn: Turn,
    entry: Entry,
    version: int,
    entries: Collection[int],
    by: User | None,
    now: datetime,
) -> int:
    """Give this decision to the equal bulletins of ``entries``; return how many.

    The arbiter has seen them: no bulletin that came meanwhile, and other arbiters' tables only if
    chosen. A proposal is confirmed at the same time. Raise as ``confirm_ruling``.
    """
    with lock_turn(turn) as locked_turn:
        current = get_seen_ruling(locked_turn, entry, version)
        if current.status in DECIDED_STATUSES:
            decided_ruling, new_rulings = current, []
        else:
            decided_ruling = build_next_version(
                current, by=by, now=now, **build_confirmed_fields(current)
            )
            new_rulings = [decided_ruling]
        equal_rulings = _build_equal_rulings(locked_turn, decided_ruling, entries, by=by, now=now)
        if new_rulings or equal_rulings:
            append_arbiter_rulings(locked_turn, [*new_rulings, *equal_rulings], by=by, now=now)
    return len(equal_rulings)


def undo_rulings(*, turn: Turn, journal_row: int, by: User, now: datetime) -> int:
    """Undo the last decision of ``by`` on this turn; return for how many bulletins.

    The previous decision is restored for every bulletin without a newer one. ``journal_row`` is
    its key in the journal. Raise LostRace when it is not their last decision any more or all its
    bulletins were decided again, WrongState for a turn that was cancelled.
    """
    with lock_turn(turn) as locked_turn:
        require_collected(locked_turn)
        last = find_undoable_decision(locked_turn, by)
        if last is None or last.pk != journal_row:
            raise LostRace("gesture")
        current = get_current_rulings(locked_turn, last.versions.keys())
        final_entries = find_entries_decided_by_commission(locked_turn, current.values())
        undoable = [
            ruling
            for pk, ruling in current.items()
            if ruling.version == last.versions[pk] and pk not in final_entries
        ]
        if not undoable:
            raise LostRace("gesture")
        previous = _get_previous(locked_turn, undoable)
        restored = [
            build_next_version(
                ruling,
                by=earlier.by,
                now=now,
                **copy_judged_fields(earlier),
                **copy_decision_fields(earlier),
            )
            for ruling in undoable
            for earlier in [previous[ruling.entry_id]]
        ]
        _store(locked_turn, restored, UNDONE_DECISION, by=by, now=now)
    return len(restored)


def _get_previous(turn: Turn, rulings: list[Ruling]) -> dict[int, Ruling]:
    """Return the ruling that each of ``rulings`` superseded, by entry."""
    earlier = Ruling.objects.filter(turn=turn, entry__in=[ruling.entry_id for ruling in rulings])
    by_version = {
        (ruling.entry_id, ruling.version): ruling for ruling in earlier.select_related("by")
    }
    return {ruling.entry_id: by_version[ruling.entry_id, ruling.version - 1] for ruling in rulings}
